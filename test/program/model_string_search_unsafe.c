// strchr finds the first occurrence of a character, or none.
// property: reach
// expect: false
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  const char *s = "aba";
  char *b = strchr(s, 'b');
  char *c = strchr(s, __VERIFIER_nondet_int() ? 'c' : 'a');
  if (b != s + 1 || (c != 0 && c != s + 3 - 2)) reach_error();
  return 0;
}
