// Threads are not modelled.
// property: reach
// expect: true
// engines: bmc=unknown portfolio=unknown
// unsupported: library function pthread_create without a model
// options: --data-model LP64
#include <pthread.h>
extern void reach_error(void);

static int x;
static void *run(void *argument) {
  x = 0;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  if (x == 1) reach_error();
  return 0;
}
