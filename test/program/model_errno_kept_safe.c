// An external function may set errno; an error must not depend on it (decision 11).
// property: reach
// expect: true
// engines: bmc=unknown portfolio=unknown
#include <errno.h>
extern void something(void);
extern void reach_error(void);

int main(void) {
  errno = 0;
  something();
  if (errno != 0) reach_error();
  return 0;
}
