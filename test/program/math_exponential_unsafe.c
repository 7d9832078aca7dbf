// The exponential function of 1 is not below 2.7.
// property: reach
// expect: false
#include <math.h>
extern void reach_error(void);

int main(void) {
  double e = exp(1.0);
  if (!(e > 2.6 && e < 2.7)) reach_error();
  if (!(log2(2.0) > 0.999 && log10(10.0) < 1.001)) reach_error();
  return 0;
}
