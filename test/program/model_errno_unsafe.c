// strtol reports by errno that the number was too large.
// property: reach
// expect: false
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  long number = strtol("99999999999999999999", 0, 10);
  if (errno == ERANGE || number < 0) reach_error();
  return 0;
}
