// The exponential function of 1 is between 2.7 and 2.8, and the logarithms have this relation to their bases.
// property: reach
// expect: true
#include <math.h>
extern void reach_error(void);

int main(void) {
  double e = exp(1.0);
  if (!(e > 2.7 && e < 2.8)) reach_error();
  if (!(log2(2.0) > 0.999 && log10(10.0) < 1.001)) reach_error();
  return 0;
}
