// vsscanf() writes to the addresses in its argument list.
// property: reach
// expect: true
// engines: portfolio=unknown
#include <stdarg.h>
#include <stdio.h>

extern void reach_error(void);

static int scan(const char *text, const char *format, ...) {
  va_list places;
  va_start(places, format);
  int count = vsscanf(text, format, places);
  va_end(places);
  return count;
}

int main(void) {
  int value = 1;
  scan("2", "%d", &value);
  if (value != 2) reach_error();
  return 0;
}
