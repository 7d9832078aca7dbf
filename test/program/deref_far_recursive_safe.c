// The read is inside of the object.
// property: valid-deref
// expect: true
extern int __VERIFIER_nondet_int(void);

static int down(int *values, int depth, int index) {
  if (depth > 0) return down(values, depth - 1, index);
  return values[index];
}

int main(void) {
  int small[4] = {1};
  int large[200] = {2};
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 120) return 0;
  return down(small, 2, 0) + down(large, 3, n);
}
