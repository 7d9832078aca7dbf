extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  if (!(f > -1000.0f && f < 1000.0f)) return 0;
  int i = (int)f;
  float d = f - i;
  if (!(d < 1.0f && d > -1.0f)) reach_error();
  return 0;
}
