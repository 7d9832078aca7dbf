// A long double has 64 bits of precision.
// property: reach
// expect: false
extern void reach_error(void);

int main(void) {
  volatile long double one = 1.0L;
  volatile double small = 1.0 / 9007199254740992.0;
  long double sum = one + small;
  double rounded = (double)sum;
  if (sum != one && rounded == 1.0) reach_error();
  return 0;
}
