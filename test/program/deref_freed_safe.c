// An access to an object that was freed.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 1;
  if (__VERIFIER_nondet_int()) {
    free(p);
    return 0;
  }
  return *p;
}
