// A real library function sets errno in the native replay.
// property: reach
// expect: false
#include <errno.h>
#include <math.h>

extern void reach_error(void);

int main(void) {
  errno = 0;
  double root = sqrt(-1.0);
  if (errno != 0) reach_error();
  return root == 0;
}
