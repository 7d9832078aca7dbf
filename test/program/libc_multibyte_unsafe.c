// Converts between strings and wide strings in the C locale.
// property: reach
// expect: false
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

extern void reach_error(void);

int main(void) {
  wchar_t wide[4], c;
  char narrow[4];
  if (mbstowcs(wide, "abc", 4) != 3 || wide[2] != L'c' || wide[3] != 0) reach_error();
  if (wcstombs(narrow, wide, 4) != 3 || strcmp(narrow, "abc") != 0) reach_error();
  if (mbtowc(&c, "x", 1) != 1 || c != L'x') reach_error();
  if (mblen("\xff", 1) != -1 || MB_CUR_MAX != 2) reach_error();
  return 0;
}
