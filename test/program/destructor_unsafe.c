// Functions with the attribute destructor are called when main returns or the program calls exit.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x;
__attribute__((destructor)) static void end(void) {
  if (x == 1) reach_error();
}
int main(void) {
  if (__VERIFIER_nondet_int()) x = 1;
  exit(0);
}
