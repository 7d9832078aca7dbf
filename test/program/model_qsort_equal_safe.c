// Elements that compare equal end in any order after qsort; pointers in them stay pointers.
// property: reach
// expect: true
#include <stdlib.h>
extern void reach_error(void);

struct item {
  int key;
  const char *name;
};

static int order(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
  struct item items[2] = {{1, "first"}, {2, "second"}};
  qsort(items, 2, sizeof items[0], order);
  if (items[0].name[0] != 'f') reach_error();
  return 0;
}
