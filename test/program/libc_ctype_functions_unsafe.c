// The functions of <ctype.h> agree with the macros of the same names.
// property: reach
// expect: false
#include <ctype.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < -1 || c > 255) return 0;
  if (isdigit(c) != (isdigit)(c) || isupper(c) != (isupper)(c)) reach_error();
  if (isalpha(c) && !isalnum(c)) reach_error();
  if (isupper(c) && !islower(tolower(c))) reach_error();
  if (isxdigit(c) && !isdigit(c) && c < 'B') reach_error();
  return 0;
}
