// property: reach
// expect: true
// engines: portfolio=unknown
//
// Floating-point comparisons are arbitrary in proofs, so each assertion may fail there. The compiled program
// fails neither.
#include <assert.h>

int main(void) {
  float f = 5.0f;
  assert(f != 1.1);
  assert(f == 5.0f);
  return 0;
}
