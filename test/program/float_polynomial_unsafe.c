// The Taylor polynomial of the sine exceeds 0.9 near pi/2.
// property: reach
// expect: false
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -1.5707963f && x < 1.5707963f)) return 0;
  float cube = x * x * x;
  float sine = x - cube / 6.0f + cube * x * x / 120.0f - cube * cube * x / 5040.0f;
  if (!(sine >= -0.9f && sine <= 0.9f)) reach_error();
  return 0;
}
