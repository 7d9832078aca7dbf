// An external function may or may not change the object that is passed to it.
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
