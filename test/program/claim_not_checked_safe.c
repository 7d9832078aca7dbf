// property: overflow
// expect: true
// engines: bmc=true
// If reachability is not checked, __CPROVER_assert has no effect: the execution continues if it fails.
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assert(x < 100, "x is small");
  if (x < 0 || x > 1000) return 0;
  return x + 1;
}
