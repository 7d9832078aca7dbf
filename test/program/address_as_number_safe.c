// The number of an address is arbitrary; the program must work with every number.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);

int main(void) {
  int x = 3;
  unsigned slot = ((unsigned long)&x >> 4) % 7;
  if (slot > 6) reach_error();
  return 0;
}
