// Unsigned arithmetic wraps modulo 2^32.
// property: reach
// expect: true
// engines: ufo=true cpufo=true bpufo=true cp=true bp=true impact=true lazy=true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  if (x + 1u < x && x != 0xffffffffu) reach_error();
  return 0;
}
