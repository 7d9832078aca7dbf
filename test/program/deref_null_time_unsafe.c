// gmtime() reads the time that is passed to it.
// property: valid-deref
// expect: false
#include <time.h>

int main(void) {
  time_t now = 0;
  struct tm *parts = gmtime(0);
  return parts == 0;
}
