// Each element holds its own index.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[100000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n && i < 100000) {
    a[i] = i;
    i++;
  }
  if (i == 100000 + 1 && a[77777] == 77777) reach_error();
  return 0;
}
