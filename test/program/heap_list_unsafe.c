// A list whose nodes come from one call of malloc.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);
extern void *malloc(unsigned long size);

struct node { int value; struct node *next; };

int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = head;
    head = node;
  }
  int sum = 0;
  for (; head; head = head->next) sum += head->value;
  if (sum != 4) reach_error();
  return 0;
}
