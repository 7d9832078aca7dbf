// Comparisons with NaN are false, except for !=.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x == x) return 0;
  if (x < y || x <= y || x > y || x >= y || x == y || !(x != y)) reach_error();
  return 0;
}
