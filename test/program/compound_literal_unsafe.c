// A compound literal is a separate object with the named parts; the rest is zero.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct s { int a, b, c; };
static int sum(const struct s *x) { return x->a + x->b + x->c; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -9 || n > 9) return 0;
  struct s *p = &(struct s){.c = 2, .a = n};
  int *q = (int[]){1, 2, 3};
  q[1] = 7;
  if (sum(p) != n + 2 || p->b != 0 || q[0] + q[1] != 3) reach_error();
  return 0;
}
