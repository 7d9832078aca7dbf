// 64-bit integers on a 32-bit machine: shifts, products, comparisons.
// property: reach
// expect: false
// options: --data-model ILP32
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned long long x = (unsigned long long)n << 20;
  long long y = -(long long)n;
  if ((x >> 20) != n || (unsigned)(x >> 32) != n >> 12 || y > 0 || (n != 0 && y < 0)) reach_error();
  if (sizeof(long) != 4 || sizeof(void *) != 4) reach_error();
  return 0;
}
