extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Ten times 0.1 is not 1 in double precision.
int main(void) {
  double s = 0.0;
  for (int i = 0; i < 10; i++) s += 0.1;
  if (s == 1.0) reach_error();
  return 0;
}
