// property: valid-deref
// expect: true
// options: --entry get
// A pointer in the object that a parameter points to is null or points to another object.
struct node {
  int value;
  struct node *next;
};
int get(struct node *p) {
  if (!p || !p->next) return -1;
  return p->next->value;
}
