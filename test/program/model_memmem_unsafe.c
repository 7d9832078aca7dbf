// Search for bytes, and for text without regard to case.
// property: reach
// expect: false
// options: --data-model LP64
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[6] = {1, 0, 2, 0, 2, 3};
  char *p = memmem(a, 6, "\0\2\3", 3);
  if (p != a + 3 || memrchr(a, 0, 6) != a + 3 || strcasestr("Hello", "LO") == 0) reach_error();
  if (memmem(a, 6, "\2\3", 2) != 0) reach_error();
  return 0;
}
