// An address that is a number is greater than those of the first page, where no object is.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);

int main(void) {
  int x = 3;
  unsigned long number = (unsigned long)&x;
  if (number < 4096) reach_error();
  return 0;
}
