// printf() stores the number of characters for %n.
// property: reach
// expect: true
// engines: portfolio=unknown
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  int count = 0;
  printf("abc%n\n", &count);
  if (count != 3) reach_error();
  return 0;
}
