// Jumps out of functions are not modelled.
// property: reach
// expect: true
// engines: bmc=unknown portfolio=unknown
// unsupported: library function _setjmp without a model
// options: --data-model LP64
#include <setjmp.h>
extern void reach_error(void);

static jmp_buf place;
static void leave(void) { longjmp(place, 1); }
int main(void) {
  switch (setjmp(place)) {
    case 0: leave();
    case 2: reach_error();
  }
  return 0;
}
