// Splits a path.
// property: reach
// expect: true
#include <libgen.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  char path[] = "/usr/lib/x.so";
  char same[] = "/usr/lib/x.so";
  if (strcmp(dirname(path), "/usr/lib") != 0) reach_error();
  if (strcmp(basename(same), "x.so") != 0) reach_error();
  return 0;
}
