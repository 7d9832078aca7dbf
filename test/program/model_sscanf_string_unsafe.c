// sscanf writes a word and a terminator; a width limits it.
// property: valid-deref
// expect: false
// options: --data-model LP64
#include <stdio.h>

int main(void) {
  char word[4];
  return sscanf("abcdef", "%4s", word) == 1;
}
