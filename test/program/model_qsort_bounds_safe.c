// qsort accesses as many elements as its arguments specify.
// property: valid-deref
// expect: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int order(const void *a, const void *b) {
  int x = *(const int *)a;
  int y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int a[3] = {2, 1, __VERIFIER_nondet_int()};
  qsort(a, 3, sizeof a[0], order);
  return 0;
}
