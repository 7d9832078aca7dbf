// Variadic arguments of type long double on x86.
// property: reach
// expect: false
extern void reach_error(void);

#include <stdarg.h>

long double second(int n, ...) {
  va_list list;
  va_start(list, n);
  va_arg(list, int);
  long double result = va_arg(list, long double);
  va_end(list);
  return result;
}

int main(void) {
  long double s = second(3, 7, 0.25L);
  if (s == 0.25L) reach_error();
  return 0;
}
