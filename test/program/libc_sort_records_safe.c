// Sorts records with a comparison of the program and finds one of them.
// property: reach
// expect: true
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);

struct entry {
  const char *name;
  int age;
};

static int by_age(const void *a, const void *b) {
  return ((const struct entry *)a)->age - ((const struct entry *)b)->age;
}

int main(void) {
  struct entry entries[] = {{"ann", 40}, {"bob", 20}, {"cyd", 30}};
  struct entry key = {0, 30};
  qsort(entries, 3, sizeof entries[0], by_age);
  if (strcmp(entries[0].name, "bob") != 0 || entries[2].age != 40) reach_error();
  struct entry *found = bsearch(&key, entries, 3, sizeof entries[0], by_age);
  if (found == 0 || strcmp(found->name, "cyd") != 0) reach_error();
  return 0;
}
