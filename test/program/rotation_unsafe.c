// Rotations, and additions and subtractions that saturate.
// property: reach
// expect: false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  unsigned k = n & 31;
  unsigned rotated = __builtin_rotateleft32(x, n);
  if (rotated != (k ? (x << k) | (x >> (32 - k)) : x)) reach_error();
  if (__builtin_rotateright32(rotated, n) != x) reach_error();
  if (__builtin_elementwise_add_sat(x, n) <= x) reach_error();
  if ((int)x >= 0 && (int)n < 0 && __builtin_elementwise_sub_sat((int)x, (int)n) <= 0) reach_error();
  return 0;
}
