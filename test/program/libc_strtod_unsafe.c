// strtod and atof read decimal numbers of arguments and literals: some argument is 0.5.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdlib.h>

extern void reach_error(void);

int main(int argc, char **argv) {
  char *end;
  if (argc < 2) return 0;
  double x = strtod(argv[1], &end);
  if (end != argv[1] && *end == 0 && x == 0.5) reach_error();
  return 0;
}
