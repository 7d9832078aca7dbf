// An external function that has an object's address may return it, so a write there may change the object.
// property: reach
// expect: true
// engines: bmc=true ufo=true
extern void reach_error(void);
extern void keep(int *place);
extern int *lookup(void);

int main(void) {
  int x = 0;
  int y = 0;
  keep(&x);
  int *p = lookup();
  if (p == 0) return 0;
  x = 0;
  *p = 1;
  if (y != 0) reach_error();
  return 0;
}
