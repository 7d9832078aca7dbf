// Wide strings and characters.
// property: reach
// expect: true
#include <wchar.h>
#include <wctype.h>

extern void reach_error(void);

int main(void) {
  wchar_t copy[4];
  wmemcpy(copy, L"ab1", 4);
  if (wcslen(copy) != 3 || wcscmp(copy, L"ab1") != 0) reach_error();
  if (!iswdigit(copy[2])) reach_error();
  if (towupper(copy[0]) != L'A') reach_error();
  return 0;
}
