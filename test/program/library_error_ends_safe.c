// error() ends the program if its status is not zero.
// property: reach
// expect: true
#include <error.h>

extern void reach_error(void);

int main(void) {
  error(1, 0, "message %d", 7);
  reach_error();
  return 0;
}
