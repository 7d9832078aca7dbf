/* Arguments of main, strings, functions of the C library. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

static size_t split(const char *text, char mark, char parts[3][8]) {
  size_t count = 0, length = 0;
  for (; *text != '\0' && count < 3; text++) {
    if (*text == mark) {
      parts[count][length] = '\0';
      count++; SHOW(count, "%zu");
      length = 0; SHOW(length, "%zu");
    } else if (length < 7) {
      char c = *text; SHOW(c, "'%c'");
      parts[count][length++] = c; SHOW(length, "%zu");
    }
  }
  return count;
}

int main(int argc, char **argv) {
  char parts[3][8] = {"", "", ""};
  char line[32] = "start";
  if (argc < 3 || strlen(argv[1]) < 4 || argv[1][0] != 'k' || argv[1][1] != ':' || argv[1][3] != ':') return 0;
  int number = atoi(argv[2]); SHOW(number, "%d");
  if (number < 20) return 0;
  size_t count = split(argv[1], ':', parts); SHOW(count, "%zu");
  size_t length = strlen(line); SHOW(length, "%zu");
  strcpy(line + length, "-up"); SHOW(line, "\"%s\"");
  line[5] = '+'; SHOW(line[5], "'%c'");
  char *found = strchr(line, 'p');
  long at = found - line; SHOW(at, "%ld");
  assert(count < 2 || at == number);
  return 0;
}
