// The contract of cos allows results that the library does not return; the native replay refutes the path.
// property: reach
// expect: true
// engines: portfolio=unknown bmc=unknown
#include <math.h>

extern void reach_error(void);

int main(void) {
  if (cos(3.0) > 0.5) reach_error();
  return 0;
}
