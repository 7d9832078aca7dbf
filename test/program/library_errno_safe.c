// sqrt sets errno; the model and the native replay agree.
// property: reach
// expect: true
#include <errno.h>
#include <math.h>

extern void reach_error(void);

int main(void) {
  errno = 0;
  double root = sqrt(-1.0);
  if (errno == 0) reach_error();
  return root == 0;
}
