// A weak function with a body is used as it is; one without body may be missing.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

__attribute__((weak)) int level(void) { return 3; }
extern int hook(int) __attribute__((weak));
int main(void) {
  int x = level();
  if (hook) hook(1);
  if (x != 3) reach_error();
  return 0;
}
