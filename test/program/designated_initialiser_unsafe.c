// Designators of arrays and structs: elements that are not named are zero, and a later value replaces an earlier one.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

struct s { int a[4]; struct { char c; short d; } in; };
static struct s x = {.in.d = -3, .a = {[2] = 5, 6}};
int main(void) {
  int y[] = {[3] = 1, [0] = 2, 9, [1] = 4};
  if (sizeof y != 4 * sizeof(int) || y[0] != 2 || y[1] != 9 || y[2] != 0 || y[3] != 1) reach_error();
  if (x.a[1] != 0 || x.a[2] != 5 || x.a[3] != 6 || x.in.c != 0 || x.in.d != -3) reach_error();
  return 0;
}
