// Loops one after the other whose exits meet: only together do they have many iterations.
// property: reach
// expect: true
// engines: bmc=true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/// The index of the highest bit, or 0.
static unsigned logarithm(unsigned x) {
  unsigned result = 0;
  while (x > 1) {
    x = x >> 1;
    result++;
  }
  return result;
}

int main(void) {
  unsigned a = logarithm(__VERIFIER_nondet_uint());
  unsigned b = logarithm(__VERIFIER_nondet_uint());
  unsigned c = logarithm(__VERIFIER_nondet_uint());
  unsigned d = logarithm(__VERIFIER_nondet_uint());
  if (a + b + c + d > 4 * 31) reach_error();
  return 0;
}
