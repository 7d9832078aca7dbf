// A list of arguments is passed on to another function.
// property: reach
// expect: true
// options: --data-model LP64
#include <stdarg.h>
extern void reach_error(void);

struct pair { int a, b; };
static int take(va_list list) {
  int first = va_arg(list, int);
  struct pair p = va_arg(list, struct pair);
  double d = va_arg(list, double);
  return first + p.a + p.b + va_arg(list, int);
}
static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int r = take(list);
  va_end(list);
  return r;
}
int main(void) {
  struct pair p = {1, 2};
  if (first(4, 'a', p, 0.5, 3) != 'a' + 6) reach_error();
  return 0;
}
