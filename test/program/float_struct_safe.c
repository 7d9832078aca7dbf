// Structs and arrays of numbers, passed by value.
// property: reach
// expect: true
// options: --data-model LP64 --set portfolio.engines=bmc
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point { float x, y; };
struct segment { struct point from, to; double weight; };

struct point middle(struct segment s) {
  struct point m = {(s.from.x + s.to.x) / 2, (s.from.y + s.to.y) / 2};
  return m;
}

int main(void) {
  struct segment s[2] = {{{0, 0}, {2, 4}, 1}, {{1, 1}, {3, 3}, 2}};
  int i = __VERIFIER_nondet_int() & 1;
  struct point m = middle(s[i]);
  if (m.x != 1 + i || m.y != 2) reach_error();
  return 0;
}
