// An external function that has an object's address may return it; a write there does not change other objects.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);
extern void keep(int *place);
extern int *lookup(void);

int main(void) {
  int x = 0;
  int y = 0;
  keep(&x);
  int *p = lookup();
  if (p == 0 || p == &x) return 0;
  *p = 1;
  if (y != 0) reach_error();
  return 0;
}
