// Checks a number as manual pages recommend: the end, errno and the range.
// property: reach
// expect: false
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

extern void reach_error(void);

static int parse(const char *text, long *result) {
  char *end;
  errno = 0;
  *result = strtol(text, &end, 10);
  if (end == text || *end != 0) return -1;
  if (errno == ERANGE) return -2;
  return 0;
}

int main(void) {
  long value;
  if (parse("123", &value) != 0 || value != 123) reach_error();
  if (parse("-17", &value) != 0 || value != -17) reach_error();
  if (parse("12x", &value) != -1) reach_error();
  if (parse("", &value) != -1) reach_error();
  if (parse("99999999999999999999", &value) != -2 || value != LONG_MIN) reach_error();
  return 0;
}
