// property: reach
// expect: true
// engines: portfolio=unknown
//
// Results of sin are arbitrary in proofs, so each assertion may fail there. The compiled program fails neither.
#include <assert.h>

extern double sin(double);

int main(void) {
  double s = sin(0.5);
  assert(s != 1.1);
  assert(s < 0.6);
  return 0;
}
