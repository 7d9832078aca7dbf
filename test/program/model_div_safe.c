// div returns quotient and remainder, truncated towards zero.
// property: reach
// expect: true
// options: --data-model LP64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -20 || n > 20) return 0;
  div_t d = div(n, 3);
  if (d.quot * 3 + d.rem != n || d.rem > 2 || d.rem < -2) reach_error();
  return 0;
}
