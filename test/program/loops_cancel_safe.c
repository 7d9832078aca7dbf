// The second loop subtracts what the first one added: x = 2 i in the first loop and x = 2 n - 2 j in the second one. The
// closed forms of the loops' paths, with the number of iterations eliminated, give both equalities.
// property: reach
// expect: true
// engines: ufo=true impact=true lazy=true
// options: --set ufo.facts=acceleration --set impact.facts=acceleration --set lazy.facts=acceleration
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, j = 0, x = 0;
  if (n < 0) return 0;
  while (i < n) {
    i++;
    x += 2;
  }
  while (j < n) {
    j++;
    x -= 2;
  }
  if (x != 0) reach_error();
  return 0;
}
