// The writes of a real library function are part of the native replay.
// property: reach
// expect: true
#include <math.h>

extern void reach_error(void);

int main(void) {
  int exponent = 0;
  double fraction = frexp(8.0, &exponent);
  if (exponent != 4) reach_error();
  return fraction == 0;
}
