// An object is lost when the lifetime of its only pointer ends.
// property: valid-memtrack
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int *kept;

int main(void) {
  int *p = malloc(sizeof(int));
  if (__VERIFIER_nondet_int()) {
    free(p);
  } else {
    kept = 0;
  }
  return 0;
}
