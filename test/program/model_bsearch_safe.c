// bsearch finds an element that exists.
// property: reach
// expect: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int order(const void *a, const void *b) {
  int x = *(const int *)a;
  int y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  static const int a[4] = {2, 3, 5, 7};
  int key = __VERIFIER_nondet_int();
  const int *place = bsearch(&key, a, 4, sizeof a[0], order);
  if (place != 0 && *place != key) reach_error();
  if (place == 0 && key == 5) reach_error();
  return 0;
}
