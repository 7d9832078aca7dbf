// property: reach
// expect: false
// engines: bmc=false
// The names of CBMC, without declarations.
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 0 && x < 100);
  __CPROVER_assert(x < 99, "x is small");
  return 0;
}
