// strcpy, strcat, strlen and strcmp without body are modelled.
// property: reach
// expect: true
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  char a[6] = "abc";
  char b[8];
  if (__VERIFIER_nondet_int()) strcat(a, "d");
  strcpy(b, a);
  if (strlen(b) != 3 && strcmp(b, "abcd") != 0) reach_error();
  return 0;
}
