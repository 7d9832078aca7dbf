// gmtime() reads the time that it gets.
// property: valid-deref
// expect: false
#include <time.h>

int main(void) {
  time_t now = 0;
  struct tm *parts = gmtime(0);
  return parts == 0;
}
