// Reads at unknown addresses return the values that an error needs, also in the native replay.
// property: reach
// expect: false
// engines: bmc=false
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
extern struct node *first(void);

int main(void) {
  struct node *node = first();
  if (node == 0 || node->value != 7) return 0;
  node = node->next;
  if (node == 0) return 0;
  int value = node->value;
  if (value > 3 && value < 5) reach_error();
  return 0;
}
