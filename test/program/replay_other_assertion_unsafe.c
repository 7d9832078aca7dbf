// property: reach
// expect: false
// engines: bmc=false
//
// The compiled program fails the second assertion only. A path to the first one is not confirmed by this run,
// because the run shows another error than the reported one.
#include <assert.h>

int main(void) {
  float f = 4.0f;
  assert(f != 1.1);
  assert(f == 5.0f);
  return 0;
}
