// A write far after an object from malloc.
// property: valid-deref
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 200) return 0;
  int *first = malloc(3 * sizeof(int));
  int *second = malloc(300 * sizeof(int));
  first[n] = 1;
  second[n] = 2;
  n = first[n] + second[n];
  free(first);
  free(second);
  return n;
}
