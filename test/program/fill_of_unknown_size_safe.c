// memset with a length that is only known at run time.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);

extern void *memset(void *to, int byte, unsigned long size);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  char *p = malloc(n);
  memset(p, 3, n);
  if (p[n - 1] != 3) reach_error();
  return 0;
}
