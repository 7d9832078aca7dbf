// The middle between two indices, as binary search computes it. Is it always between them?
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned low = __VERIFIER_nondet_uint();
  unsigned high = __VERIFIER_nondet_uint();
  if (low > high) return 0;
  unsigned middle = (low + high) / 2;
  assert(low <= middle && middle <= high);
  return 0;
}
