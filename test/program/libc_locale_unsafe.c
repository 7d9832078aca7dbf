// The locale at the start of the program.
// property: reach
// expect: false
#include <locale.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  const char *name = setlocale(LC_ALL, 0);
  if (name == 0 || strcmp(name, "C") != 0) reach_error();
  setlocale(LC_ALL, "");
  struct lconv *conventions = localeconv();
  if (strcmp(conventions->decimal_point, ".") != 0 || conventions->thousands_sep[0] == 0) reach_error();
  return 0;
}
