// The sum of the first numbers is a quadratic closed form, modulo 2^32.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += i;
  if (n == 0 && sum == 49995000) reach_error();
  return 0;
}
