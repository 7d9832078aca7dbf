// A call through a pointer from outside of the program may call any function.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
// unsupported: call of a function at an unknown address
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern int (*give(void))(int);
static int x;
int main(void) {
  int (*f)(int) = give();
  if (__VERIFIER_nondet_int() == 3) {
    x = 1;
    f(1);
    if (x == 1) reach_error();
  }
  return 0;
}
