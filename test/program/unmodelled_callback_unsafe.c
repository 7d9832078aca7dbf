// A library function that calls functions of the program and has no model.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
// unsupported: library function on_exit without a model
// options: --data-model LP64
extern void reach_error(void);

extern int on_exit(void (*function)(int, void *), void *argument);
static void end(int status, void *argument) {
  if (status == 1) reach_error();
}
int main(void) {
  on_exit(end, 0);
  return 1;
}
