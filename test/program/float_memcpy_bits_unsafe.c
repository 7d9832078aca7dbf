// The bits of a number, copied by memcpy.
// property: reach
// expect: false
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

#include <string.h>

int main(void) {
  float f = __VERIFIER_nondet_float();
  unsigned bits;
  memcpy(&bits, &f, sizeof bits);
  bits ^= 0x80000000u;
  float g;
  memcpy(&g, &bits, sizeof g);
  if (g < f) reach_error();
  return 0;
}
