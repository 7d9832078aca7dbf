// Small structs are passed and returned in registers.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct view {
  int *start;
  int length;
};
struct triple {
  int a, b, c;
};

static struct view view_of(int *start, int length) {
  struct view result;
  result.start = start;
  result.length = length;
  return result;
}

static struct triple turned(struct triple t) {
  struct triple result = {t.c, t.a, t.b};
  return result;
}

int main(void) {
  int numbers[3] = {1, 2, 3};
  struct view (*make)(int *, int) = view_of;
  struct view v = make(numbers, __VERIFIER_nondet_int());
  struct triple t = {v.start[0], v.start[1], view_of(numbers, 3).length};
  t = turned(turned(t));
  if (t.a != 2 || t.b != 3 || t.c != 1) reach_error();
  return 0;
}
