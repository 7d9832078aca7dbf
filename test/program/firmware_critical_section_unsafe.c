// A counter that the program and an interrupt handler change. The program turns interrupts off around its change, so no
// change of the handler is lost.
// property: reach
// expect: false
// options: --isr on_tick
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static volatile unsigned ticks, handled, added;

void on_tick(void) {
  ticks = ticks + 1;
  handled = handled + 1;
}

int main(void) {
  ticks = ticks + 1;
  added = 1;
  unsigned sum = handled + added;
  if (ticks != sum) reach_error();
  __asm__ volatile("sti" ::: "memory");
  return 0;
}
