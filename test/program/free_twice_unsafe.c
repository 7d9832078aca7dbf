// An object is freed twice.
// property: valid-free
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  int *p = malloc(sizeof(int));
  int n = __VERIFIER_nondet_int();
  if (n > 0) free(p);
  if (n != 0) free(p);
  return 0;
}
