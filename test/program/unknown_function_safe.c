// An external function returns an arbitrary value.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

extern int sensor(void);

int main(void) {
  int a = sensor(), b = sensor();
  if (a == b && a != b) reach_error();
  return 0;
}
