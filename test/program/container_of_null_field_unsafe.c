// The offset of a field, computed as its address in an object at null, is a number.
// property: valid-deref
// expect: false
// options: --data-model ILP32
#include <stdlib.h>

struct link {
  struct link *next;
};
struct node {
  int value;
  struct link link;
};
struct list {
  int length;
  struct link head;
};

#define ENTRY(pointer, type, field) ((type *)((char *)(pointer) - (unsigned long)(&((type *)0)->field)))

int main(void) {
  struct list list;
  struct node *node = malloc(sizeof *node);
  node->value = 7;
  node->link.next = &list.head;
  list.head.next = &node->link;
  int sum = 0;
  for (struct link *now = list.head.next; now != 0; now = now->next)
    sum += (ENTRY(now, struct node, link) + (now == &list.head))->value;
  free(node);
  return sum != 7;
}
