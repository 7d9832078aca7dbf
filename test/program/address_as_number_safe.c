// The number that an address is may be any; what is known about it is that it is some number.
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
