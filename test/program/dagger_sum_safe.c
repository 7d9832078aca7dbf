// Needs x >= 1 and y <= x, which plain widening finds; interpolants of x < y become steeper and steeper.
// property: reach
// expect: true
// options: --set portfolio.engines=dagger
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 1, y = 0, n = __VERIFIER_nondet_int();
  while (y < n) {
    x += y;
    y++;
  }
  if (x < y) reach_error();
  return 0;
}
