// Nested loops with constant bounds.
// property: reach
// expect: false
// engines: impact=false lazy=false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int count = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) count++;
  if (count != 11) reach_error();
  return 0;
}
