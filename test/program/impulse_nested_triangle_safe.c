// The inner loop takes one iteration more each time, but the sum stays one below the value of the error.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse,kinduction,ufo
extern void reach_error(void);

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 400; i++) {
    unsigned j = 0;
    while (j < i) {
      j++;
      if (sum < 79799) sum++;
    }
  }
  if (sum == 400 * 399 / 2) reach_error();
  return 0;
}
