// A pointer that moves from object to object has no closed form.
// impulse has no proof of the safe twin in time, because its interpolants take too long.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
#include <stdlib.h>
extern void reach_error(void);

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    if (node == 0) return 0;
    node->next = list;
    node->value = i;
    list = node;
  }
  int sum = 0;
  while (list) {
    sum += list->value;
    list = list->next;
  }
  if (sum == 1) reach_error();
  return 0;
}
