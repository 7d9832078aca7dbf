// _Bool: every value other than zero becomes one.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  _Bool b = n, c = 0.5;
  b += 2;
  if (b != 1 || (_Bool)(n & 256) != ((n >> 8) & 1)) reach_error();
  return 0;
}
