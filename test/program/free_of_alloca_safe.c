// Memory from alloca() must not be freed.
// property: valid-free
// expect: true
// options: --data-model LP64
extern void *alloca(unsigned long size);
extern void free(void *pointer);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 3) return 0;
  char *text = alloca(count);
  text[0] = 0;
  if (count == 0) free(text);
  return 0;
}
