// A stream that could not be opened is null; the file name does not change.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char name[4] = "abc";
  FILE *file = fopen(name, "r");
  if (file == 0) return 1;
  if (name[0] == 'a') reach_error();
  fclose(file);
  return 0;
}
