// The clock returns a time with less than a second of nanoseconds.
// property: reach
// expect: false
#include <time.h>

extern void reach_error(void);

int main(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) reach_error();
  if (now.tv_nsec >= 999999999) reach_error();
  return 0;
}
