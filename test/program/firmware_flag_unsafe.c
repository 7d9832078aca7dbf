// Firmware that waits for a volatile flag, which an interrupt handler sets after it has stored the data.
// property: reach
// expect: false
// options: --isr on_receive
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static volatile int ready;
static volatile int data;

void on_receive(void) {
  if (ready) return;
  data = __VERIFIER_nondet_uchar() | 0x100;
  ready = 1;
}

int main(void) {
  while (!ready) {
  }
  if (data < 0x142) reach_error();
  return 0;
}
