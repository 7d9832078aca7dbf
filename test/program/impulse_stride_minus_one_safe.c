// A counter that counts down reaches the first element.
// property: valid-deref
// expect: true
// options: --set portfolio.engines=impulse
int a[50000];

int main(void) {
  int i = 49999;
  while (i >= 0) {
    a[i] = i;
    i--;
  }
  return a[0];
}
