// IMPULSE, Example 3: x counts, y is squared; only x has a closed form.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = 0;
  unsigned y = 2;
  while (x < 10) {
    x = x + 1;
    y = y * y;
  }
  if (x == 10) reach_error();
  return 0;
}
