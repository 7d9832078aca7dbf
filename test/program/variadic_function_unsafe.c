// A function with a variable number of arguments reads integers and pointers.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n, ...) {
  va_list list;
  int total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}
static int last(const char *first, ...) {
  va_list list, copy;
  const char *s = first;
  int length = 0;
  va_start(list, first);
  va_copy(copy, list);
  while ((s = va_arg(copy, const char *)) != 0) length = s[0];
  va_end(copy);
  va_end(list);
  return length;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  if (sum(3, 1, n, 5) != n + 5 || sum(0) != 0) reach_error();
  if (last("a", "b", "c", (char *)0) != 'c') reach_error();
  return 0;
}
