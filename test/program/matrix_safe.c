// An array of arrays with two symbolic indices.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 1 || j < 0 || j > 2) return 0;
  if (m[i][j] != 3 * i + j + 1) reach_error();
  return 0;
}
