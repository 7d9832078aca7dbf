// Reads short options; arguments that are no options come last.
// property: reach
// expect: true
#include <string.h>
#include <unistd.h>

extern void reach_error(void);

int main(void) {
  char *arguments[] = {"copy", "from", "-v", "-n", "3", "to", 0};
  int verbose = 0, count = 0, option;
  while ((option = getopt(6, arguments, "vn:")) != -1) {
    if (option == 'v') verbose = 1;
    if (option == 'n') count = optarg[0] - '0';
  }
  if (!verbose || count != 3) reach_error();
  if (optind != 4 || strcmp(arguments[optind], "from") != 0) reach_error();
  return 0;
}
