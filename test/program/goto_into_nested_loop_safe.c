// An inner loop that is entered without passing the head of the outer loop, which is reached only from the inside.
// property: reach
// expect: true
// engines: ufo=true cpufo=true impact=true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 3 && x <= 4);
  if (x < 6) goto inner;
  while (1) {
    if (x < 9) x++;
  inner:
    while (__VERIFIER_nondet_int())
      if (x > 9) reach_error();
  }
}
