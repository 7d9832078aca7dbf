// strtod and atof read decimal numbers of arguments and literals; the end is that of the number.
// property: reach
// expect: true
// options: --data-model LP64
#include <math.h>
#include <stdlib.h>

extern void reach_error(void);

int main(int argc, char **argv) {
  char *end;
  if (strtod("-2.50e1 m", &end) != -25.0 || *end != ' ') reach_error();
  if (strtof(".1", 0) != 0.1f || strtold("1e3", 0) != 1000.0L) reach_error();
  if (!isinf(atof("inf")) || !isnan(atof("nan")) || atof("x") != 0) reach_error();
  if (strtod("1e999", 0) < 0) reach_error();
  return 0;
}
