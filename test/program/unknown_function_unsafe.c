// An external function returns an arbitrary value.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

extern int sensor(void);

int main(void) {
  int a = sensor(), b = sensor();
  if (a == b && a != 1) reach_error();
  return 0;
}
