// property: reach
// expect: true
// engines: bmc=true
#include <pendulum.h>
int main(void) {
  unsigned char c = pendulum_nondet_uchar();
  int x = pendulum_nondet_int();
  pendulum_assume(x > 0 && x < 100);
  pendulum_assert(x + c < 355);
  return 0;
}
