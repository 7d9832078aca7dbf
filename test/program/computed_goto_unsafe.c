// A jump to one of several labels whose addresses are in a table.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  static void *const labels[] = {&&one, &&two, &&end};
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 2) return 0;
  goto *labels[n];
one:
  sum += 1;
two:
  sum += 2;
end:
  if (sum != (n == 0 ? 3 : n == 1 ? 2 : 1)) reach_error();
  return 0;
}
