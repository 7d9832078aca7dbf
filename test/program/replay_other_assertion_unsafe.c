// property: reach
// expect: false
// engines: bmc=false
//
// The compiled program fails only the second assertion. The native replay does not confirm a path to the first one,
// because it shows another error than the reported one.
#include <assert.h>

int main(void) {
  float f = 4.0f;
  assert(f != 1.1);
  assert(f == 5.0f);
  return 0;
}
