// The sum of an arithmetic series in a variable that is narrower than int: C adds as int and truncates.
// property: reach
// expect: false
// engines: impulse=false
extern void reach_error(void);

int main(void) {
  unsigned short total = 0;
  for (int n = 0; n < 3000; n++) total += n;
  if (total == 42052) reach_error();  // 4498500 modulo 65536
  return 0;
}
