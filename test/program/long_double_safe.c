// Numbers of type long double behave like other floating-point numbers.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  long double x = 2.5L;
  int n = __VERIFIER_nondet_int();
  x = x * 2;
  if (n == 7 && x == 5 && n < 6) reach_error();
  return 0;
}
