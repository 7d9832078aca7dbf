// A NaN that is copied between objects whose bits the program inspects keeps its bits.
// property: reach
// expect: true
// options: --data-model LP64
#include <string.h>

extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned bits(float x) {
  unsigned result;
  memcpy(&result, &x, sizeof result);
  return result;
}

int main(void) {
  float f = __VERIFIER_nondet_float(), g;
  unsigned before = bits(*&f), after;
  memcpy(&before, &f, sizeof before);
  while (__VERIFIER_nondet_int()) {}
  g = f;
  memcpy(&after, &g, sizeof after);
  if (after != before || bits(g) != before) reach_error();
  return 0;
}
