// A local is freed.
// property: valid-free
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  int x;
  int *p = malloc(sizeof(int));
  free(__VERIFIER_nondet_int() ? p : &x);
  return 0;
}
