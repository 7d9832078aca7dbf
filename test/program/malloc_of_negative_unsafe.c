// A negative length becomes a size above PTRDIFF_MAX.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(n);
  if (p == 0 && n >= -5) reach_error();
  return 0;
}
