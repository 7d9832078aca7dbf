extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// The output follows the input by at most d per step (in the style of float-benchs).
int main(void) {
  float y = 0.0f;
  for (int i = 0; i < 10; i++) {
    float x = __VERIFIER_nondet_float(), d = __VERIFIER_nondet_float();
    if (!(x >= -128.0f && x <= 128.0f && d >= 0.0f && d <= 16.0f)) return 0;
    float s = y, r = x - s;
    y = x;
    if (r <= -d) y = s - d;
    else if (d <= r) y = s + d;
    if (!(y >= -129.0f && y <= 129.0f)) reach_error();
  }
  return 0;
}
