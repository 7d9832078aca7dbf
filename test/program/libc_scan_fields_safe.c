// Reads fields of a line with sscanf and continues after them.
// property: reach
// expect: true
#include <stdio.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  const char *line = "temp=21 C";
  char name[8], unit;
  int value, end;
  if (sscanf(line, "%7[^=]=%d%n", name, &value, &end) != 2) reach_error();
  if (strcmp(name, "temp") != 0 || value != 21 || end != 7) reach_error();
  if (sscanf(line + end, " %c", &unit) != 1 || unit != 'C') reach_error();
  return 0;
}
