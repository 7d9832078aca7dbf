// sprintf writes as much as its format specifies.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern int sprintf(char *to, const char *format, ...);

int main(void) {
  char text[3];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 99) return 0;
  sprintf(text, "%d", n);
  return 0;
}
