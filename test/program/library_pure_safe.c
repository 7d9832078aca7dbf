// The native replay calls the real lround(): its result is not arbitrary.
// property: reach
// expect: true
// engines: portfolio=unknown
#include <math.h>

extern void reach_error(void);

int main(void) {
  if (lround(2.7) != 3) reach_error();
  return 0;
}
