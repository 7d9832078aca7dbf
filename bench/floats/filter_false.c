extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// First-order low-pass filter: the state stays bounded.
int main(void) {
  float y = 0.0f;
  for (int i = 0; i < 4; i++) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1.0f && x <= 1.0f)) return 0;
    y = 0.5f * y + 0.5f * x;
  }
  if (!(y <= 0.9f)) reach_error();
  return 0;
}
