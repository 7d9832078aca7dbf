// scanf writes as many characters as the width specifies, and a terminator.
// property: valid-deref
// expect: false
#include <stdio.h>

int main(void) {
  char word[4];
  return scanf("%4s", word) == 1 && word[0] == 'a';
}
