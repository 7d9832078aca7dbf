// A thread-local object is an ordinary object: there is one thread.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

static _Thread_local int x = 3;
int main(void) {
  x += 2;
  if (x != 3) reach_error();
  return 0;
}
