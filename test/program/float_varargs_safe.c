// Variadic arguments of type float are passed as double.
// property: reach
// expect: true
extern void reach_error(void);

#include <stdarg.h>

double sum(int n, ...) {
  va_list list;
  double result = 0;
  va_start(list, n);
  for (int i = 0; i < n; ++i) result += va_arg(list, double);
  va_end(list);
  return result;
}

int main(void) {
  float f = 0.5f;
  double s = sum(3, f, 1.25, (double)2);
  if (s != 3.75) reach_error();
  return 0;
}
