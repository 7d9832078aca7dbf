// A volatile object holds the value that the program stores.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

volatile int x;
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x < 0 || x > 5) return 0;
  x = x + 1;
  if (x > 5) reach_error();
  return 0;
}
