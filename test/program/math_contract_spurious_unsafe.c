// The library returns the result that the path needs.
// property: reach
// expect: false
#include <math.h>

extern void reach_error(void);

int main(void) {
  if (cos(3.0) < -0.5) reach_error();
  return 0;
}
