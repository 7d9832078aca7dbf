// A recursive function passes the address of a local to the next call, and uses a local array after the call.
// property: reach
// expect: false
// engines: portfolio=false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static void sum(unsigned n, unsigned *result) {
  unsigned rest, digits[2];
  *result = 0;
  if (n == 0) return;
  digits[n % 2] = n;
  sum(n - 1, &rest);
  *result = rest + digits[n % 2];
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), result;
  if (n > 5) return 0;
  sum(n, &result);
  if (result == 15) reach_error();
  return 0;
}
