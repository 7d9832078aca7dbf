// property: valid-deref
// expect: false
// An array of empty structs (GNU C) has no bytes.
extern int __VERIFIER_nondet_int(void);
struct Empty {};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  struct Empty a[n];
  char* bytes = (char*)a;
  *bytes = 1;
  return 0;
}
