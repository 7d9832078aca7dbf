// A pointer that is written to an unknown address may overwrite a pointer in an object that an external function has.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
extern void reach_error(void);
struct node {
  int *place;
};
extern void keep(struct node *node);
extern int **lookup(void);

int main(void) {
  int a;
  int b;
  struct node known;
  struct node own;
  keep(&known);
  int **p = lookup();
  if (p == 0) return 0;
  a = 0;
  b = 1;
  known.place = &a;
  own.place = &a;
  *p = &b;
  if (*known.place != 0) reach_error();
  return 0;
}
