// A struct on the heap with a pointer and an array that is accessed at a variable index.
// property: valid-memsafety
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned size);
extern void free(void *pointer);

struct node {
  int value;
  struct node *next;
  short pair[2];
};

int main(void) {
  struct node *list = 0;
  int i, k = __VERIFIER_nondet_int() & 1;
  for (i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->pair[k] = i;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
