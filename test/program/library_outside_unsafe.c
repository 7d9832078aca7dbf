// Results from outside are values that the specification allows.
// property: reach
// expect: false
#include <fcntl.h>
#include <unistd.h>

extern void reach_error(void);

int main(void) {
  int found = access("file", R_OK);
  int file = open("file", O_RDONLY);
  unsigned rest = sleep(2);
  if (found != 0 && found != -1) reach_error();
  if (file < 0) reach_error();
  if (rest > 2) reach_error();
  if (close(file) > 0) reach_error();
  return 0;
}
