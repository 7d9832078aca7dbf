// time stores the value that it returns.
// property: reach
// expect: true
// options: --data-model LP64
#include <time.h>
extern void reach_error(void);

int main(void) {
  time_t t = 0, now = time(&t);
  if (t != now || (now < -1)) reach_error();
  return 0;
}
