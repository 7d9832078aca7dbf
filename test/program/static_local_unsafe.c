// A static local keeps its value between calls.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

static int next(void) {
  static int count = 3;
  return count++;
}
int main(void) {
  int n = next() + next();
  if (n + next() != 13) reach_error();
  return 0;
}
