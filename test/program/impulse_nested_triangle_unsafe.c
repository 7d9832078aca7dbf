// The inner loop takes one iteration more each time: the closed form of the sum is quadratic.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 400; i++) {
    unsigned j = 0;
    while (j < i) {
      j++;
      sum++;
    }
  }
  if (sum == 400 * 399 / 2) reach_error();
  return 0;
}
