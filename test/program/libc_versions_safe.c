// Compares file names with version numbers and in other ways.
// property: reach
// expect: true
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

extern void reach_error(void);

int main(void) {
  if (strverscmp("file9", "file10") >= 0) reach_error();
  if (strcmp("file9", "file10") <= 0) reach_error();
  if (strcasecmp("README", "readme") != 0) reach_error();
  if (strncasecmp("Content-Type", "content-length", 8) != 0) reach_error();
  return 0;
}
