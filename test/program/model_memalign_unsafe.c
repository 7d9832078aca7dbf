// An aligned object is an object on the heap.
// property: valid-deref
// expect: false
// options: --data-model LP64
#include <stdlib.h>

int main(void) {
  void *p;
  if (posix_memalign(&p, 16, 8) != 0) return 1;
  ((char *)p)[7] = 1;
  free(p);
  ((char *)p)[7] = 1;
  return 0;
}
