// An external function is assumed not to call a function that is passed to it, and the verdict prints this; a library
// function that does call it is unsupported.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

extern void each(void (*function)(int), int n);
static int calls;
static void count(int n) { calls += n; }
int main(void) {
  each(count, 3);
  if (calls == 0) reach_error();
  return 0;
}
