// An address that was converted to a number and back may still be the address of the object.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);

int main(void) {
  int x = 0;
  int y = 0;
  unsigned long number = (unsigned long)&x ^ 1;
  int *p = (int *)(number ^ 1);
  *p = 1;
  if (y != 0) reach_error();
  return 0;
}
