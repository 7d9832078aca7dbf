// Formats numbers with signs, precisions and widths from arguments.
// property: reach
// expect: true
#include <stdio.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  char text[40];
  if (snprintf(text, sizeof text, "%+d|%.3d|%#x|%o", 5, 7, 255u, 8u) != 14) reach_error();
  if (strcmp(text, "+5|007|0xff|10") != 0) reach_error();
  sprintf(text, "%*d|%-*d|%.*s", 4, 12, 3, 1, 2, "abcdef");
  if (strcmp(text, "  12|1  |ab") != 0) reach_error();
  return 0;
}
