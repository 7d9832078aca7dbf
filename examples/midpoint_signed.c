// The middle between two indices, as binary search computes it, with signed numbers. Can the sum overflow?
extern int __VERIFIER_nondet_int(void);

static int middle_of(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 1;
  return middle_of(low, high) > 0;
}
