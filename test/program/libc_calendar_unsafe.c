// A date from the seconds since 1970 and back.
// property: reach
// expect: false
#include <string.h>
#include <time.h>

extern void reach_error(void);

int main(void) {
  time_t seconds = 951827696;
  struct tm *date = gmtime(&seconds);
  if (date == 0 || date->tm_year != 100 || date->tm_mon != 1 || date->tm_mday != 29) reach_error();
  char text[20];
  if (strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", date) != 19) reach_error();
  if (strcmp(text, "2000-02-29 12:34:57") != 0) reach_error();
  return 0;
}
