// Parameters of the entry function get their exact bits.
// property: reach
// expect: true
// options: --entry check --data-model LP64
extern void reach_error(void);

int check(float x, double y, long double z) {
  if (x > 0.5f && x < 0.6f && y == x + 1e-9 && z == y && z < 0.5L) reach_error();
  return 0;
}
