// Numbers in several bases.
// property: reach
// expect: true
#include <errno.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  char *end;
  if (strtol("0x1fg", &end, 0) != 31 || *end != 'g') reach_error();
  if (strtol("077", 0, 0) != 63) reach_error();
  if (strtoul("1011", 0, 2) != 11) reach_error();
  if (strtoull("zz", 0, 36) != 1295) reach_error();
  if (strtoul("-1", 0, 10) != (unsigned long)-1) reach_error();
  errno = 0;
  if (strtol("1", 0, 1) != 0 || errno != EINVAL) reach_error();
  return 0;
}
