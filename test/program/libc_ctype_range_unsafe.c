// The classes are defined for unsigned characters and EOF only.
// property: valid-deref
// expect: false
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  int (*classify)(int) = isalpha;
  if (c < -1 || c > 256) return 0;
  return classify(c) != 0;
}
