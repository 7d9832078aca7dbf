// Assignment copies a struct with its arrays and pointers; the copy is a separate object.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct s { int a[3]; int *p; struct { short u, v; } in; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct s x = {{1, 2, n}, &n, {3, 4}}, y, z[2];
  y = x;
  x.a[2] = 0;
  x.in.v = 9;
  z[1] = y;
  *z[1].p = 11;
  if (z[1].a[2] != y.a[2] || y.in.v != 4 || n != 11) reach_error();
  return 0;
}
