// Compares and copies wide strings.
// property: reach
// expect: false
#include <wchar.h>
#include <wctype.h>

extern void reach_error(void);

int main(void) {
  wchar_t copy[8], *rest, *word;
  wcscpy(copy, L"ab cd");
  word = wcstok(copy, L" ", &rest);
  if (word != copy || wcslen(word) != 2) reach_error();
  word = wcstok(0, L" ", &rest);
  if (word == 0 || wcscmp(word, L"cd") != 0 || towupper(word[0]) != L'C') reach_error();
  if (wcstol(L"-0x10", 0, 16) != 16 || wcscasecmp(L"Ab", L"aB") != 0) reach_error();
  return 0;
}
