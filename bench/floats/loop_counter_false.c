extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// A float counter stops to grow at 2^24; here it does not get there.
int main(void) {
  float x = 0.0f;
  int n = 0;
  while (x < 50.0f) { x += 0.5f; n++; }
  if (n != 101) reach_error();
  return 0;
}
