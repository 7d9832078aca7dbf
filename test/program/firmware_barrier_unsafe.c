// Barriers, pauses and other assembler without effect on the program, and an instruction with an output that is
// arbitrary with --asm havoc.
// property: reach
// expect: false
// options: --asm havoc
extern void reach_error(void);

static int data, ready;

int main(void) {
  unsigned ticks;
  int kept = 5;
  data = 7;
  __asm__ volatile("" ::: "memory");
  ready = 1;
  __asm__ volatile("mfence\n\tnop" ::: "memory");
  __asm__ volatile("pause; nop // wait");
  __asm__ volatile("nop" : "+r"(kept));
  __asm__ volatile("rdtsc" : "=a"(ticks) : : "edx");
  if (ready && data != 7) reach_error();
  if (kept != 5) reach_error();
  if (ticks / 2 > 0x7ffffff0) reach_error();
  return 0;
}
