// scanf writes as many characters as the width specifies, and a terminator.
// property: valid-deref
// expect: true
#include <stdio.h>

int main(void) {
  char word[4];
  return scanf("%3s", word) == 1 && word[0] == 'a';
}
