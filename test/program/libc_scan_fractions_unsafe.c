// scanf reads any numbers with %lf and %f; sscanf reads those of the string.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  double a = 0, sum;
  float b = 0;
  if (sscanf("2.5;-1e2", "%lf;%f", &a, &b) != 2 || a != 2.5 || b != -100.0f) reach_error();
  if (scanf("%lf %f", &a, &b) != 2) return 1;
  if (!(a >= 0 && a <= 1e6) || !(b >= 0 && b <= 1e6f)) return 1;
  sum = a + b;
  if (sum > 1e6) reach_error();
  return 0;
}
