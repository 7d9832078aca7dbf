/* Floating-point numbers: rounding, conversions, inputs. */
#include <assert.h>

#include "show.h"

extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

static double average(const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    sum += values[i]; SHOW(sum, "%.17g");
  }
  return sum / count;
}

int main(void) {
  float rate = __VERIFIER_nondet_float(); SHOW(rate, "%.9g");
  double start = __VERIFIER_nondet_double(); SHOW(start, "%.17g");
  if (!(rate > 0.1f && rate < 0.9f) || !(start > 100.0 && start < 1000.0)) return 0;
  double values[3] = {start, 0.1, -2.5e-3};
  values[1] = start * rate; SHOW(values[1], "%.17g");
  float narrow = (float)(start / 3); SHOW(narrow, "%.9g");
  int whole = (int)narrow; SHOW(whole, "%d");
  double mean = average(values, 3); SHOW(mean, "%.17g");
  float tenth = 0.1f; SHOW(tenth, "%.9g");
  double difference = tenth - 0.1; SHOW(difference, "%.17g");
  unsigned char byte = (unsigned char)(rate * 255.0f); SHOW(byte, "%d");
  assert(mean * 3 == whole || byte == 0 || difference < 0);
  return 0;
}
