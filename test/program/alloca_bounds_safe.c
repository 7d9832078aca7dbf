// alloca returns memory of the function.
// property: valid-deref
// expect: true
// options: --data-model LP64
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 8) return 0;
  char *p = alloca(n);
  for (int i = 0; i < n; i++) p[i] = 1;
  return p[0];
}
