// Arguments of several types, in order, where words have 32 bits.
// property: reach
// expect: false
// options: --data-model ILP32
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static long long take(int n, ...) {
  va_list list;
  va_start(list, n);
  char c = va_arg(list, int);
  long long wide = va_arg(list, long long);
  int *place = va_arg(list, int *);
  unsigned last = va_arg(list, unsigned);
  va_end(list);
  *place = c;
  return wide + last;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  if (n < 0) return 0;
  if (take(4, 'a', 1ll << 40, &x, n) != (1ll << 40) + n || x != 'b') reach_error();
  return 0;
}
