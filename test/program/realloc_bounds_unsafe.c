// The result of realloc has the requested size.
// property: valid-deref
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void *realloc(void *old, unsigned long size);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  char *p = malloc(2);
  p[1] = 1;
  p = realloc(p, n);
  p[n] = 2;
  return 0;
}
