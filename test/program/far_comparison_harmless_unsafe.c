// The outcome of a comparison of an address far outside of an object does not matter if another comparison decides.
// property: reach
// expect: false
// engines: bmc=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  char a[8];
  char *end = a + 4;
  int n = __VERIFIER_nondet_int();
  if (a + 2 + n > end) return 0;
  if (a + 4 > end) return 0;
  reach_error();
  return 0;
}
