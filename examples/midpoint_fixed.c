// The middle between two indices without the overflow of examples/midpoint.c.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned low = __VERIFIER_nondet_uint();
  unsigned high = __VERIFIER_nondet_uint();
  if (low > high) return 0;
  unsigned middle = low + (high - low) / 2;
  assert(low <= middle && middle <= high);
  return 0;
}
