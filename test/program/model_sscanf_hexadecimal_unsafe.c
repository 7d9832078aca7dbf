// %x and %i of sscanf accept prefixes; white space in a format matches any amount of white space.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  unsigned a;
  int b;
  if (sscanf("ff:0x1f", "%2x:%i", &a, &b) != 2 || a != 255 || b != 15) reach_error();
  return 0;
}
