// Counts letters, digits and spaces with the macros of <ctype.h>.
// property: reach
// expect: true
#include <ctype.h>

extern void reach_error(void);

int main(void) {
  const char *text = "Room 42b";
  int letters = 0, digits = 0, spaces = 0;
  for (const char *p = text; *p != 0; ++p) {
    if (isalpha((unsigned char)*p)) ++letters;
    if (isdigit((unsigned char)*p)) ++digits;
    if (isspace((unsigned char)*p)) ++spaces;
  }
  if (letters != 5 || digits != 2 || spaces != 1) reach_error();
  return 0;
}
