// gmtime() reads the time that is passed to it.
// property: valid-deref
// expect: true
#include <time.h>

int main(void) {
  time_t now = 0;
  struct tm *parts = gmtime(&now);
  return parts == 0;
}
