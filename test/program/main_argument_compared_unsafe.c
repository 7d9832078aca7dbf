// property: valid-deref
// expect: false
// Distinct strings, read by the C library.
#include <string.h>
int main(int argc, char **argv) {
  char copy[4] = "";
  if (argc > 1 && strcmp(argv[1], "abc") == 0) strcpy(copy + 1, argv[1]);
  return copy[0];
}
