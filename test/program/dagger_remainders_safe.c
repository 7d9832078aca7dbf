// A relation that needs a remainder: y is half of i, rounded down.
// property: reach
// expect: true
// engines: dagger=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 6) return 0;
  int i = 0, x = 0, y = 0;
  while (i < n) {
    i++;
    x++;
    if (i % 2 == 0) y++;
  }
  if (i % 2 == 0 && x != 2 * y) reach_error();
  return 0;
}
