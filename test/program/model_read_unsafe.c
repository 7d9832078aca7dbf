// read returns the number of bytes that it has stored.
// property: valid-deref
// expect: false
#include <unistd.h>

int main(void) {
  char a[4];
  ssize_t n = read(0, a, sizeof a);
  if (n < 0) return 0;
  return a[n - 1];
}
