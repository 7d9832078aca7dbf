// A 64-bit counter increases in large steps.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  long long position = 0;
  int i = 0;
  while (i < 500000) {
    position += 10000000000LL;
    i++;
  }
  if (i == 500000 + 1 && position == 5000000000000000LL) reach_error();
  return 0;
}
