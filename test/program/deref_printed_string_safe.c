// printf() reads the strings that it prints.
// property: valid-deref
// expect: true
#include <stdio.h>

int main(void) {
  char text[2] = {'a', 0};
  printf("%s\n", text);
  return 0;
}
