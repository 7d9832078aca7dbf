// A loop that is entered at another location than its head: the graph is irreducible.
// property: reach
// expect: true
// engines: ufo=true cpufo=true bpufo=true cp=true bp=true impact=true lazy=true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int i = 0, n = 0;
  if (__VERIFIER_nondet_int()) goto middle;
  while (i < 6) {
    n++;
  middle:
    i++;
    if (n > i) reach_error();
  }
  if (n + 1 < i) reach_error();
  return 0;
}
