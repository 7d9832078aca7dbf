// Without an option, nothing is known about who changes the flag, so the loop that waits for it is unsupported.
// property: reach
// expect: false
// engines: portfolio=unknown
// unsupported: loop that waits for a volatile object without --volatile or --isr
extern void reach_error(void);

static volatile int ready;
static volatile int data;

void on_receive(void) {
  data = 1;
  ready = 1;
}

int main(void) {
  do {
  } while (!ready);
  if (data == 1) reach_error();
  return 0;
}
