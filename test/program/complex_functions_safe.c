// Functions of the library return complex numbers in registers or through memory, depending on the data model.
// The result is a new value in both cases.
// property: reach
// expect: true
// options: --data-model LP64
#include <complex.h>
extern void reach_error(void);

int main(void) {
  double _Complex z = cexp(1.0);
  if (creal(z) > 2.0 && creal(z) < 1.0) reach_error();
  float _Complex w = (1.0f + 2.0f * I) * (1.0f + 2.0f * I);
  if (crealf(w) != -3.0f || cimagf(w) != 4.0f) reach_error();
  return 0;
}
