// Unsigned arithmetic wraps modulo 2^32.
// property: reach
// expect: false
// engines: ufo=false cpufo=false bpufo=false cp=false bp=false impact=false lazy=false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  if (x + 1u < x && x != 0u) reach_error();
  return 0;
}
