// property: reach
// expect: true
// engines: bmc=true
extern int nondet_int(void);
extern void __ESBMC_assume(_Bool);
extern void __ESBMC_assert(_Bool, const char *);
int main(void) {
  int x = nondet_int();
  __ESBMC_assume(x > 0 && x < 100);
  __ESBMC_assert(x < 100, "x is small");
  return 0;
}
