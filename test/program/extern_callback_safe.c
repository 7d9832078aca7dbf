// A function without body is assumed not to call what it gets, as the verdict says; one that is known
// to call it is unsupported.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

extern void each(void (*function)(int), int n);
static int calls;
static void count(int n) { calls += n; }
int main(void) {
  each(count, 3);
  if (calls != 0) reach_error();
  return 0;
}
