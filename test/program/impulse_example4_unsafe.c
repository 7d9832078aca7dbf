// IMPULSE, Example 4: the loop a[x] := x; x := x + 1.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int a[8];
  int x = 0;
  while (x < 8) {
    a[x] = x;
    x = x + 1;
  }
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 8);
  if (a[i] != 7 - i) reach_error();
  return 0;
}
