// An empty assembler statement is only a barrier for compilers; a statement that no execution reaches need not be compilable.
// property: reach
// expect: false
// engines: bmc=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  __asm__ __volatile__("" : : : "memory");
  if (x != y) __asm__ __volatile__("out of %0" : : "i"(x));
  if (x == y + 0) reach_error();
  return 0;
}
