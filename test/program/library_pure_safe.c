// The native replay calls the real lround(): its result is not arbitrary.
// property: reach
// expect: true
#include <math.h>

extern void reach_error(void);

int main(void) {
  if (lround(2.7) != 3) reach_error();
  return 0;
}
