// A local that some path reads through a pointer before its first assignment: it is not read there.
// property: reach
// expect: true
// engines: bmc=true ufo=true kinduction=true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  int a;
  if (__VERIFIER_nondet_int()) {
    a = 7;
    p = &a;
  }
  if (p && *p != 7) reach_error();
  return 0;
}
