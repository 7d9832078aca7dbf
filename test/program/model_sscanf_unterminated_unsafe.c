// The string that sscanf reads has to be terminated, also after the characters that the format reads.
// property: valid-deref
// expect: false
// options: --data-model LP64
#include <stdio.h>

int main(void) {
  char text[2] = "7 ";
  int a;
  return sscanf(text, "%d", &a);
}
