// Splits a line into words with strtok_r and strsep.
// property: reach
// expect: true
#include <string.h>

extern void reach_error(void);

int main(void) {
  char line[] = "a,,b";
  char *rest = line;
  int parts = 0, empty = 0;
  for (char *part; (part = strsep(&rest, ",")) != 0; ++parts)
    if (part[0] == 0) ++empty;
  if (parts != 3 || empty != 1) reach_error();
  char words[] = " one  two ";
  char *state;
  int count = 0;
  for (char *word = strtok_r(words, " ", &state); word != 0; word = strtok_r(0, " ", &state)) ++count;
  if (count != 2) reach_error();
  return 0;
}
