// Pointers that are stored in an array on the heap and in a struct, and read again.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct box { int tag; int *content; };
int x, y;
int main(void) {
  struct box *boxes = malloc(2 * sizeof *boxes);
  boxes[0].content = &x;
  boxes[1].content = &y;
  int i = __VERIFIER_nondet_int() != 0;
  *boxes[i].content = 5;
  if (x + y != 5 || (i == 1 && x != 5)) reach_error();
  return 0;
}
