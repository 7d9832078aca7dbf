// property: reach
// expect: false
// engines: bmc=false
//
// The compiled program fails only the second assertion. The native replay does not confirm a path to the first one,
// because it shows another error than the reported one.
#include <assert.h>

extern double sin(double);

int main(void) {
  double s = sin(0.5);
  assert(s != 1.1);
  assert(s > 0.6);
  return 0;
}
