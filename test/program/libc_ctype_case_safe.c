// Converts a word to capital letters with toupper.
// property: reach
// expect: true
#include <ctype.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  char word[] = "mixed Case";
  for (int i = 0; word[i] != 0; ++i) word[i] = (char)toupper((unsigned char)word[i]);
  if (strcmp(word, "MIXED CASE") != 0) reach_error();
  return 0;
}
