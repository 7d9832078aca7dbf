// An address that is used as a number is greater than the addresses of the first page, which contains no object.
// property: reach
// expect: false
// engines: bmc=false
extern void reach_error(void);

int main(void) {
  int x = 3;
  unsigned long number = (unsigned long)&x;
  if (number > 4096) reach_error();
  return 0;
}
