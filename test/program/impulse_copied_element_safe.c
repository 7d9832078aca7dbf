// After a copy loop, an element equals that of the source.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int a[30000], b[30000];

int main(void) {
  __VERIFIER_nondet_memory(a, sizeof a);
  int i = 0;
  while (i < 30000) {
    b[i] = a[i];
    i++;
  }
  if (i == 30000 + 1 && a[29999] == 117901063 && b[29999] == 117901063) reach_error();
  return 0;
}
