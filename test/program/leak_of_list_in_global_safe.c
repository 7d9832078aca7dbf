// A list of which a global keeps only the address.
// property: valid-memtrack
// expect: true
// options: --data-model LP64
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  char *data;
};

static struct node *list;

static void *make(unsigned long count, unsigned long size) {
  void *place = malloc(count * size);
  return memset(place, 0, count * size);
}

static void *make_one(unsigned size) {
  void *place = make(1, size);
  if (place == 0) abort();
  return place;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *node = make_one(sizeof(struct node));
    node->data = make_one(10);
    node->next = list;
    list = node;
  }
  for (struct node *now = list, *next = 0; now != 0; now = next) {
    next = now;
    free(next->data);
    next = now->next;
    free(now);
  }
  return 0;
}
