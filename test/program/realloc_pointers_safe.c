// realloc moves pointers unchanged.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void *realloc(void *old, unsigned long size);
extern void reach_error(void);

int a = 1, b = 2;

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 3) return 0;
  int **p = malloc(2 * sizeof(int *));
  p[0] = &a;
  p[1] = &b;
  p = realloc(p, n * sizeof(int *));
  if (*p[0] != 1 || *p[1] != 2) reach_error();
  return 0;
}
