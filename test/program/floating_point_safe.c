// A product and a conversion whose results are known.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  float f = 2.5f * 2;
  if (x == 7 && (int)f == 5 && x > 7) reach_error();
  return 0;
}
