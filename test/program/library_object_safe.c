// property: reach
// expect: true
//
// lgamma sets the object signgam of the library; a model of the library does not.
#include <math.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  int before = signgam;
  abs(-1);
  if (signgam != before) reach_error();
  return 0;
}
