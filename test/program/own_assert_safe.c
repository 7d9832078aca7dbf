// A program that defines assert itself: its body decides.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static void assert(int c) {
  if (!c) {
  ERROR:
    goto ERROR;
  }
}

int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  unsigned y = (x | 1u) & 1u;
  assert(y == 1);
  return 0;
}
