// A struct with an initialiser whose parts are accessed as an array: a null pointer is read as two integers.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point { int x, y; };
struct s { struct point at[2]; int *p; };
int main(void) {
  struct s s = {{{1, 2}, {3, 4}}, 0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  struct point *q = s.at + i;
  if (q->y - q->x != 1 || s.at[i].x != 2 * i + 1) reach_error();
  return 0;
}
