// A variadic function whose address is taken is not modelled.
// property: reach
// expect: true
// engines: bmc=unknown portfolio=unknown
// options: --data-model LP64
#include <stdarg.h>
extern void reach_error(void);

static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int r = va_arg(list, int);
  va_end(list);
  return r;
}
static int (*function)(int, ...) = first;
int main(void) {
  if (function(1, 5) != 5) reach_error();
  return 0;
}
