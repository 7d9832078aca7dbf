// A function without body may change what it gets, and may leave it alone.
// property: reach
// expect: false
// engines: bmc=false
extern void reach_error(void);

extern void touch(int *place);

int x = 1;

int main(void) {
  touch(&x);
  if (x == 1) reach_error();
  return 0;
}
