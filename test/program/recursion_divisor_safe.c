// The greatest common divisor divides both numbers; the proof needs remainders by variables.
// property: reach
// expect: true
// engines: summaries=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int gcd(int a, int b) {
  if (a == b) return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

int divides(int d, int n) {
  if (n == 0) return 1;
  return n < d ? 0 : divides(d, n - d);
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0) return 0;
  int d = gcd(a, b);
  if (!divides(d, b)) reach_error();
  return 0;
}
