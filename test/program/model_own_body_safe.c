// The body of a function that the program defines itself is used.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int abs(int x) { return x < 0 ? 1 : 0; }

int main(void) {
  if (abs(__VERIFIER_nondet_int()) > 1) reach_error();
  return 0;
}
