// Checked arithmetic: the wrapped result, and whether it wrapped around.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), r;
  unsigned char c;
  long long wide;
  if (__builtin_add_overflow(a, 1, &r) != (a == 2147483647) || r != (int)((unsigned)a + 1u)) reach_error();
  if (__builtin_mul_overflow(a, 2, &r) != (a > 1073741823 || a < -1073741823)) reach_error();
  if (__builtin_sub_overflow(a, 0, &c) != (a < 0 || a > 255) || c != (a & 255)) reach_error();
  if (__builtin_saddll_overflow(a, 5, &wide) || wide - 5 != a) reach_error();
  return 0;
}
