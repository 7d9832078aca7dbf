// A 16-bit counter ends a loop only after it has wrapped around.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  unsigned short c = 1;
  int i = 0;
  while (c != 0) {
    c++;
    i++;
  }
  if (i == 65535) reach_error();
  return 0;
}
