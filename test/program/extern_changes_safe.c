// An external function may or may not change the object that is passed to it: there is no proof, but no error either.
// property: reach
// expect: true
// engines: portfolio=unknown bmc=unknown kinduction=unknown ufo=unknown
extern void reach_error(void);

extern void touch(int *place);

int x = 1;

int main(void) {
  touch(&x);
  if (x == 2) reach_error();
  return 0;
}
