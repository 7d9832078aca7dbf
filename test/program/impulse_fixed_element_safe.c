// Every iteration writes the same element.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[4];

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  int i = 0;
  while (i < 100000) {
    a[k] = i;
    i++;
  }
  if (i == 100000 + 1 && a[2] == 99999 && a[1] == 0) reach_error();
  return 0;
}
