// sscanf reads numbers from a string: as many as the string contains, and no others.
// property: reach
// expect: true
// options: --data-model LP64
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  char text[] = "12 -7 x";
  int a = 1, b = 2, c = 3;
  text[0] = __VERIFIER_nondet_int() ? '1' : '4';
  int n = sscanf(text, "%d%d%d", &a, &b, &c);
  if (n != 2 || (a != 12 && a != 42) || b != -7 || c != 3) reach_error();
  return 0;
}
