// property: valid-deref
// expect: true
// options: --entry get
// A pointer parameter of the entry function is null or points to an object of its type.
struct s {
  int x[3];
};
int get(struct s *p) {
  if (!p) return -1;
  return p->x[2];
}
