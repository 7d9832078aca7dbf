// The address of an object that is stored at an unknown address may be read there again.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
extern void reach_error(void);
extern int **lookup(void);

int main(void) {
  int x = 0;
  int y = 0;
  int **p = lookup();
  if (p == 0) return 0;
  *p = &x;
  int *q = *p;
  if (q == 0) return 0;
  *q = 1;
  if (x != 0) reach_error();
  return 0;
}
