// memcpy writes as many bytes as its argument specifies.
// property: valid-deref
// expect: true
// options: --data-model LP64
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[8] = "abcdefg", b[4];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memcpy(b, a, n);
  return 0;
}
