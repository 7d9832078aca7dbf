// A large struct is returned.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct big { int a[6]; int b; };

static struct big make(int n) {
  struct big s = {{0}, 0};
  s.a[5] = n;
  s.b = n;
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct big s = make(n);
  struct big t = make(1);
  if (s.a[5] != n || t.b != 1) reach_error();
  return 0;
}
