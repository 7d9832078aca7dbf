// The native replay reads the object whose address a real library function returns.
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
