// A call through a pointer that points to one of two functions.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int increment(int x) { return x + 1; }
static int decrement(int x) { return x - 1; }
static int (*table[2])(int) = {increment, decrement};

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  int r = table[i](5);
  if (r != 6 && r != 5) reach_error();
  return 0;
}
