// malloc returns null for a negative length.
// property: valid-deref
// expect: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(n);
  if (p != 0 && n > 0) p[0] = 1;
  return 0;
}
