// fread returns the number of elements that it has read, with arbitrary contents.
// property: reach
// expect: false
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  short a[2] = {1, 1};
  if (fread(a, sizeof a[0], 2, stdin) == 1 && a[0] == 7) reach_error();
  return 0;
}
