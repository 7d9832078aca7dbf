// A function that fails sets errno, and a negative descriptor makes it fail.
// property: reach
// expect: false
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

extern void reach_error(void);

int main(void) {
  errno = 0;
  int file = open("file", O_RDONLY);
  if (file == -1 && errno == 0) reach_error();
  if (close(file) == 0) reach_error();
  return 0;
}
