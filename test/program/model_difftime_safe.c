// difftime returns the exact difference of two times if a double can represent it.
// property: reach
// expect: true
// options: --data-model LP64
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  time_t day = 86400, start = __VERIFIER_nondet_int();
  if (difftime(start + day, start) != 86400.0) reach_error();
  return 0;
}
