// A large struct is passed by value: the callee changes its own copy.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

struct big { int a[6]; int b; };

static int change(struct big s) {
  s.b = 9;
  s.a[1] = 4;
  return s.b + s.a[1];
}

int main(void) {
  struct big s = {{1, 2, 3, 4, 5, 6}, 7};
  int r = change(s);
  if (r != 13 || s.b != 7 || s.a[1] != 2) reach_error();
  return 0;
}
