// property: reach
// expect: false
// engines: portfolio=unknown
//
// lgamma sets the object signgam of the library: a proof must not rely on the old value.
#include <math.h>

extern void reach_error(void);

int main(void) {
  int before = signgam;
  lgamma(-0.5);
  if (signgam != before) reach_error();
  return 0;
}
