// A stride of 512 reaches zero modulo 2^16 after every 128 iterations.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  unsigned short c = 0;
  int i = 0;
  do {
    c += 512;
    i++;
  } while (i < 12800);
  if (i == 12800 && c == 0) reach_error();
  return 0;
}
