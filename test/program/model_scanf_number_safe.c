// scanf reads any number that the width permits.
// property: reach
// expect: true
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int number;
  unsigned char byte;
  if (scanf("%2d,%hhu", &number, &byte) != 2) return 0;
  if (number > 99 && byte == 200) reach_error();
  return 0;
}
