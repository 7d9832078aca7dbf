// property: reach
// expect: true
// options: --entry f
// The pointers in the first object use up the limit of objects; the second parameter gets an object nevertheless.
extern void reach_error(void);
struct many {
  int *p[100];
};
int f(struct many *a, int *b) {
  if (a && b && *b == 7 && *b == 8) reach_error();
  return 0;
}
