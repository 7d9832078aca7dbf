// A write far before an object from malloc of arbitrary size, with 32-bit addresses.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned size);
extern void free(void *pointer);

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 900 || size > 1000) return 0;
  char *p = malloc(size);
  p[size - 100 - 1000] = 1;
  free(p);
  return 0;
}
