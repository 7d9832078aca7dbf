// fscanf reads only characters in the set of the format.
// property: reach
// expect: true
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char word[3];
  if (fscanf(stdin, "%2[xyz]", word) == 1 && word[0] == 'b') reach_error();
  return 0;
}
