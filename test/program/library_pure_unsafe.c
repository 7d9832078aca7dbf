// The native replay calls the real lround(): its result is not arbitrary.
// property: reach
// expect: false
#include <math.h>

extern void reach_error(void);

int main(void) {
  if (lround(2.7) != 4) reach_error();
  return 0;
}
