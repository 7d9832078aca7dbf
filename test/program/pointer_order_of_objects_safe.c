// The order of pointers to different objects is not defined: both orders are possible (C17 6.5.8p5).
// property: reach
// expect: true
extern void reach_error(void);
char a[4], b[4];

int main(void) {
  int first = a < b ? 1 : 2;
  if (first != 1 && first != 2) reach_error();
  return 0;
}
