// The native run reads what a real library function returns the address of.
// property: reach
// expect: true
// engines: portfolio=unknown
#include <string.h>

extern void reach_error(void);

int main(void) {
  const char *text = strerror(0);
  if (text[0] != 'S') reach_error();
  return 0;
}
