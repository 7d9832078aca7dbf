// Globals are passed through calls.
// property: reach
// expect: true
// engines: ufo=true cpufo=true bpufo=true cp=true bp=true impact=true lazy=true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int counter;
static void add(int n) { counter += n; }
static int twice(int n) { add(n); add(n); return counter; }

int main(void) {
  int r = twice(3) + twice(2);
  if (r != 16) reach_error();
  return 0;
}
