// An unknown address may be the address of an object that an external function has.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
extern void reach_error(void);
extern void keep(int *place);
extern int *lookup(void);

int main(void) {
  int x = 0;
  int same = 0;
  keep(&x);
  int *p = lookup();
  if (p == &x) same = 1;
  if (same > 0) reach_error();
  return 0;
}
