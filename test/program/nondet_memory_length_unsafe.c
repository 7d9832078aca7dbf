// The length that __VERIFIER_nondet_memory gets is arbitrary.
// property: reach
// expect: false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  char a[4] = {0};
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  if (n > 3) return 0;
  __VERIFIER_nondet_memory(a, n);
  if (a[2] != 0) reach_error();
  return 0;
}
