// The text of an error is not empty.
// property: reach
// expect: true
#include <errno.h>
#include <string.h>

extern void reach_error(void);

int main(void) {
  const char *text = strerror(ENOENT);
  if (text == 0 || strlen(text) == 0) reach_error();
  return 0;
}
