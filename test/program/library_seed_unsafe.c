// property: reach
// expect: false
//
// After one seed all values are possible.
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  srand(7);
  int first = rand();
  if (rand() != first) reach_error();
  return 0;
}
