// A loop with two phases: its invariant is not convex.
// property: reach
// expect: true
// engines: dagger=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, y = 0;
  while (1) {
    if (x < 8) y++; else y--;
    if (y < 0) break;
    x++;
  }
  if (x != 16) reach_error();
  return 0;
}
