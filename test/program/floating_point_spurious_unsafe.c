// A condition on the result of sin that the native replay satisfies.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern double sin(double);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double y = sin(0.5);
  if (x == 7 && y < 0.5) reach_error();
  return 0;
}
