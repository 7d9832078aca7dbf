// A local that some path reads through a pointer before its first assignment: the error needs the assignment.
// property: reach
// expect: false
// engines: bmc=false ufo=false kinduction=false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  int a;
  if (__VERIFIER_nondet_int()) {
    a = 7;
    p = &a;
  }
  if (p && *p == 7) reach_error();
  return 0;
}
