// The difference between an input and the previous one, which a loop keeps, is bounded by the range of inputs.
// property: reach
// expect: false
// options: --data-model LP64
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

struct filter {
  float gain, last;
};

int main(void) {
  struct filter f = {2.0f, 0.0f};
  for (;;) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1.0f && x <= 1.0f)) continue;
    float y = f.gain * (x - f.last);
    f.last = x;
    if (!(y >= -1.5 && y <= 1.5)) reach_error();
  }
}
