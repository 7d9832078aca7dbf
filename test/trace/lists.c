/* Lists in dynamic memory, recursion, pointers to pointers and to functions. */
#include <assert.h>
#include <stdlib.h>

#include "show.h"

extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static struct node *push(struct node *head, int value) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL) exit(1);
  node->value = value; SHOW(node->value, "%d");
  node->next = head;
  return node;
}

static int sum(const struct node *node, int depth) {
  if (node == NULL) return depth;
  int rest = sum(node->next, depth + 1); SHOW(rest, "%d");
  return rest + node->value;
}

static void insert(struct node **place, int value) {
  while (*place != NULL && (*place)->value < value) place = &(*place)->next;
  *place = push(*place, value);
}

int main(void) {
  int (*operations[2])(int) = {twice, square};
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    int input = __VERIFIER_nondet_int(); SHOW(input, "%d");
    if (input < 1 || input > 50) return 0;
    int value = operations[i % 2](input); SHOW(value, "%d");
    insert(&list, value);
  }
  int total = sum(list, 0); SHOW(total, "%d");
  int smallest = list->value; SHOW(smallest, "%d");
  int *array = malloc(4 * sizeof *array);
  if (array == NULL) return 1;
  for (int i = 0; i < 4; i++) {
    array[i] = total - i; SHOW(array[i], "%d");
  }
  int *last = array + 3;
  *last += smallest; SHOW(array[3], "%d");
  assert(total < 20 || array[3] == 0);
  return 0;
}
