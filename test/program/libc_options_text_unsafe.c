// Reads a list of mount options with getsubopt.
// property: reach
// expect: false
#define _GNU_SOURCE
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  char text[] = "ro,size=64,fast";
  char *const names[] = {"ro", "size", 0};
  char *options = text, *value;
  int size = 0, unknown = 0, read_only = 0;
  while (*options != 0) {
    switch (getsubopt(&options, names, &value)) {
      case 0: read_only = 1; break;
      case 1: size = atoi(value); break;
      default: ++unknown;
    }
  }
  if (!read_only || size != 64 || unknown != 0) reach_error();
  return 0;
}
