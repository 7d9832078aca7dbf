extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != 0.0f) return 0;
  float y = 1.0f / x;
  if (!(y > 0.0f || y < 0.0f)) reach_error();
  return 0;
}
