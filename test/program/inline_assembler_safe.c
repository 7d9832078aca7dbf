// Inline assembler is not modelled: a path through it is neither proved nor an error.
// property: reach
// expect: true
// engines: bmc=unknown portfolio=unknown
// unsupported: inline assembler
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  int x = 0;
  __asm__("neg %0" : "+r"(x));
  if (x == 1) reach_error();
  return 0;
}
