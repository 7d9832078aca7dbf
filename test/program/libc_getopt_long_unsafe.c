// Reads long options, with an abbreviation, a flag and an unknown option.
// property: reach
// expect: false
#include <getopt.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  static int quiet;
  static const struct option options[] = {
      {"output", required_argument, 0, 'o'}, {"quiet", no_argument, &quiet, 1}, {0, 0, 0, 0}};
  char *arguments[] = {"tool", "--out=x.txt", "--quiet", "--wrong", 0};
  const char *output = 0;
  int option, errors = 0;
  opterr = 0;
  while ((option = getopt_long(4, arguments, "o:", options, 0)) != -1) {
    if (option == 'o') output = optarg;
    if (option == '?') ++errors;
  }
  if (output == 0 || strcmp(output, "x.txt") != 0) reach_error();
  if (!quiet || errors != 0) reach_error();
  return 0;
}
