// An infinite loop that the input ends.
// property: valid-deref
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);

int a[12345];

int main(void) {
  int i = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 10 || i == 12345) break;
    a[i] = c;
    i++;
  }
  return i;
}
