// DAGGER, Fig. 1 without the boxed code: needs x <= y at the loop head.
// property: reach
// expect: false
// engines: dagger=false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      x++;
      y += 100;
    } else if (x >= 4) {
      x++;
      y++;
    }
  }
  if (x >= 4 && y <= 400) reach_error();
  return 0;
}
