// The same sum does not have the value that it would have without truncation.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  unsigned short total = 0;
  for (int n = 0; n < 3000; n++) total += n;
  if (total == 42053) reach_error();
  return 0;
}
