// scanf writes as many characters as the width says, and an end.
// property: valid-deref
// expect: false
#include <stdio.h>

int main(void) {
  char word[4];
  return scanf("%4s", word) == 1 && word[0] == 'a';
}
