// A handwritten memset, then a check of one element.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

char a[20000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n && i < 20000) {
    a[i] = 7;
    i++;
  }
  if (i == 19999 && a[19998] == 7 && a[19999] == 0) reach_error();
  return 0;
}
