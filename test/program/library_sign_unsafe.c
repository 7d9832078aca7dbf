// Functions that inspect the bits of a number.
// property: reach
// expect: false
#include <math.h>

extern void reach_error(void);

extern int __signbit(double);
extern int __isnan(double);

int main(void) {
  double x = -0.0;
  if (!__signbit(x) || __isnan(x)) reach_error();
  if (__signbit(fabs(x)) != 1) reach_error();
  return 0;
}
