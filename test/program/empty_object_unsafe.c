// malloc(0) returns an object without bytes.
// property: valid-deref
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void *realloc(void *pointer, unsigned long size);
extern void free(void *pointer);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  char *p = malloc(n);
  char *q = realloc(malloc(n - n), 2);
  q[1] = 1;
  p[0] = q[1];
  free(p);
  free(q);
  return 0;
}
