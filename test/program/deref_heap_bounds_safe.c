// An access outside of an object from malloc.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  int *p = malloc(n * sizeof(int));
  p[n - 1] = 1;
  return 0;
}
