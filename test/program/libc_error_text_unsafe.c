// The text of an error is not empty.
// property: reach
// expect: false
#include <errno.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  const char *text = strerror(ENOENT);
  if (text == 0 || strlen(text) == 25) reach_error();
  return 0;
}
