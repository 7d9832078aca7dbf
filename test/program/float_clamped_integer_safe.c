// property: reach
// expect: true
// A bounded integer becomes a number, and its lower bound comes from a condition. The symbol cannot be split by the
// condition, because % hides it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  double fahrenheit = __VERIFIER_nondet_int() % 200;
  if (fahrenheit < 32) fahrenheit = 32;
  double celsius = (fahrenheit - 32.0) * 5.0 / 9.0;
  if (celsius < 0.0 || celsius > 93.0) reach_error();
  return 0;
}
