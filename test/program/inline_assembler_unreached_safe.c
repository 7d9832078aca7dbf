// Inline assembler that no execution reaches does not matter.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5 && n < 3) __asm__ volatile("nop");
  if (n == 7 && n < 3) reach_error();
  return 0;
}
