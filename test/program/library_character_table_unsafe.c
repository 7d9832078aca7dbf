// The macros of ctype.h read a table.
// property: reach
// expect: false
#include <ctype.h>

extern void reach_error(void);

int main(void) {
  const char text[] = "0:";
  for (int i = 0; i < 2; ++i)
    if (!isdigit(text[i]) || isalpha(text[i])) reach_error();
  return 0;
}
