// The ranges of two objects are disjoint.
// property: reach
// expect: false
// options: --data-model LP64
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

static char pool[64], other[64];

static int is_of_pool(const void *p) {
  return (uintptr_t)p >= (uintptr_t)pool && (uintptr_t)p < (uintptr_t)pool + sizeof pool;
}

int main(void) {
  int x;
  assert(is_of_pool(pool + 63));
  assert(!is_of_pool(other + 1) && !is_of_pool(&x));
  assert(!is_of_pool(pool + 5));
}
