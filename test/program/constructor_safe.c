// Functions with the attribute constructor are called before main.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

static int x;
__attribute__((constructor)) static void start(void) { x = 1; }
int main(void) {
  if (x != 1) reach_error();
  return 0;
}
