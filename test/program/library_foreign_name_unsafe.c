// property: reach
// expect: false
// engines: portfolio=unknown
// unsupported: library function _strnlen without a model
//
// The name that another platform gives to a library function is not the name of an arbitrary function.
#include <stddef.h>

extern void reach_error(void);
extern size_t _strnlen(const char *text, size_t most);

int main(void) {
  if (_strnlen("abc", 2) > 1) reach_error();
  return 0;
}
