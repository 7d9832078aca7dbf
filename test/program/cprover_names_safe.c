// property: reach
// expect: true
// engines: bmc=true
// The names of CBMC, without declarations.
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 0 && x < 100);
  __CPROVER_assert(x < 100, "x is small");
  return 0;
}
