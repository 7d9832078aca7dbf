// UFO, Fig. 1(a): function foo, whose location 8 is unreachable for every n.
// property: reach
// expect: true
// engines: ufo=true cpufo=true bpufo=true cp=true bp=true impact=true lazy=true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

void foo(int n) {
  int x = 0;            // 1
  while (n > 0) {       // 2
    if (n % 2 == 0)     // 3
      x = 0;            // 4
    else
      x = x + 1;            // 5
    n--;                // 6
  }
  if (x < 0)            // 7
  ERROR:
    reach_error();      // 8
}                       // 9

int main(void) {
  foo(__VERIFIER_nondet_int());
  return 0;
}
