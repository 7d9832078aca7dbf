// A state machine over a switch.
// property: reach
// expect: false
// engines: ufo=false cpufo=false bpufo=false cp=false bp=false impact=false lazy=false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int state = 0, steps = 0;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
      case 0: state = 3; break;
      case 3: state = 7; break;
      case 7: state = __VERIFIER_nondet_int() ? 0 : 3; break;
      default: reach_error();
    }
    if (state == 7) reach_error();
  }
  return 0;
}
