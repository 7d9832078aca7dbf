// Functions with the attribute constructor are called before main.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

static int x;
__attribute__((constructor)) static void start(void) { x = 1; }
int main(void) {
  if (x != 0) reach_error();
  return 0;
}
