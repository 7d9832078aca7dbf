// A function that has a function as parameter, and one that returns a function.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int (*function)(int);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static function choose(int n) { return n > 0 ? one : two; }
static int apply(function f, int x) { return f(f(x)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = apply(choose(n), 0);
  if (r != (n > 0 ? 2 : 3)) reach_error();
  return 0;
}
