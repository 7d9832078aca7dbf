// property: reach
// expect: true
// engines: portfolio=unknown
// unsupported: srand after rand or srand
//
// One seed gives one sequence (C17 7.22.2.2p2).
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  srand(7);
  int first = rand();
  srand(7);
  if (rand() != first) reach_error();
  return 0;
}
