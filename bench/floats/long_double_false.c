extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  long double x = 1.0L;
  for (int i = 0; i < 64; i++) x /= 2.0L;
  if (1.0L + x == 1.0L) reach_error();
  return 0;
}
