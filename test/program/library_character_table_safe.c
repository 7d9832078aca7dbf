// property: reach
// expect: true
// engines: bmc=true ufo=true
//
// The macros of <ctype.h> read a table of the library.
#include <ctype.h>

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  if (isdigit(c) && (c < '0' || c > '9')) reach_error();
  if (isalpha(c) && isspace(c)) reach_error();
  return 0;
}
