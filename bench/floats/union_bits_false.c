extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  union { float f; unsigned u; } v;
  v.f = __VERIFIER_nondet_float();
  if (!(v.f >= 1.0f && v.f < 2.0f)) return 0;
  if ((v.u >> 23) != 126) reach_error();
  return 0;
}
