// calloc returns null if the product overflows.
// property: reach
// expect: false
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  size_t n = __VERIFIER_nondet_ulong();
  if (calloc(n, 16) == 0) reach_error();
  return 0;
}
