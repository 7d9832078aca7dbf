// Parameters of the entry function get their exact bits.
// property: reach
// expect: false
// options: --entry check --data-model LP64
extern void reach_error(void);

int check(float x, double y, long double z) {
  if (x > 0.5f && x < 0.6f && y == x + 1e-9 && z == y + 1e-18L) reach_error();
  return 0;
}
