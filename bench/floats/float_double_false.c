extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// A float survives the way through double; 0.1f is not 0.1.
int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f != f) return 0;
  double d = f;
  if ((float)d != f || d == 0.1f) reach_error();
  return 0;
}
