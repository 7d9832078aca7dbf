extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Integers up to 2^24 are exact in float.
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 16777217) return 0;
  float f = n;
  if ((int)f != n) reach_error();
  return 0;
}
