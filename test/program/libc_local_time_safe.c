// The fields of a local time are within their ranges.
// property: reach
// expect: true
#include <time.h>

extern void reach_error(void);

int main(void) {
  static const char *const months[12] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
  time_t now = time(0);
  struct tm *date = localtime(&now);
  if (date == 0) return 1;
  if (date->tm_mon < 0 || date->tm_mon > 11) reach_error();
  if (date->tm_hour > 23 || date->tm_min > 59 || date->tm_wday > 6) reach_error();
  return months[date->tm_mon][0] == 'X';
}
