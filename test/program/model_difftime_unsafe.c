// The difference of two times is negative if the first one is earlier.
// property: reach
// expect: false
// options: --data-model LP64
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  time_t day = 86400, start = __VERIFIER_nondet_int();
  if (difftime(start, start + day) != 86400.0) reach_error();
  return 0;
}
