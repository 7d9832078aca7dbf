// The string that sscanf reads has to end, also behind what the format asks for.
// property: valid-deref
// expect: false
// options: --data-model LP64
#include <stdio.h>

int main(void) {
  char text[2] = "7 ";
  int a;
  return sscanf(text, "%d", &a);
}
