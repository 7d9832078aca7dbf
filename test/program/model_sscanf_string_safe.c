// sscanf writes a word and a terminator; a width limits it.
// property: valid-deref
// expect: true
// options: --data-model LP64
#include <stdio.h>

int main(void) {
  char word[4];
  return sscanf("abcdef", "%3s", word) == 1;
}
