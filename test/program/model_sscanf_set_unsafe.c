// Literal text, sets and suppressed conversions of sscanf; the end of the string gives EOF.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char key[8], value[8];
  int n = sscanf("key = v1;", "%7[a-z] = %*c%7[^;]", key, value);
  if (n != 2 || key[2] != 'y' || key[3] != 0 || value[0] != '1' || value[1] != 0) reach_error();
  if (sscanf("  ", "%7s", key) != 0) reach_error();
  return 0;
}
