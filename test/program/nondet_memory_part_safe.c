// __VERIFIER_nondet_memory fills as many bytes as its argument specifies.
// property: reach
// expect: true
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  int a[4] = {0};
  __VERIFIER_nondet_memory(a + 1, 8);
  if (a[0] != 0 || a[3] != 0) reach_error();
  return 0;
}
