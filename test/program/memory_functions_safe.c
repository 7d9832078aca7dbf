// memcpy, memmove and memset as functions, with variable lengths.
// property: reach
// expect: true
// options: --data-model LP64
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  char a[8] = "abcdefg", b[8];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  memset(b, 0, sizeof b);
  memcpy(b, a, n);
  memmove(a + 1, a, n);
  if (n > 2 && (b[1] != 'b' || b[n] != 0 || a[2] != 'b')) reach_error();
  return 0;
}
