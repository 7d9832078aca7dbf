// DAGGER, Fig. 1 with the boxed code: needs x <= y <= 100x and z = 10w.
// property: reach
// expect: false
// engines: dagger=false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = 0, y = 0, z = 0, w = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      x++;
      y += 100;
    } else if (__VERIFIER_nondet_int()) {
      if (x >= 4) {
        x++;
        y++;
      }
    } else if (y > 10 * w && z >= 100 * x) {
      y = -y;
    }
    w++;
    z += 100;
  }
  if (x >= 4 && y <= 2) reach_error();
  return 0;
}
