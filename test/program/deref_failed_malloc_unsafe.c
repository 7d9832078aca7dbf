// malloc returns null for a negative length.
// property: valid-deref
// expect: false
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(n);
  if (n != 0) p[0] = 1;
  return 0;
}
