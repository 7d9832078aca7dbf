// The number of an address is arbitrary; the program must work with every number.
// property: reach
// expect: false
// engines: bmc=false
extern void reach_error(void);

int main(void) {
  int x = 3;
  unsigned slot = ((unsigned long)&x >> 4) % 7;
  if (slot < 7) reach_error();
  return 0;
}
