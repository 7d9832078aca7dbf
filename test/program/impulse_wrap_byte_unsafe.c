// An 8-bit counter passes 255 and wraps around.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char c = 0;
  int i = 0;
  while (i < n && i < 10000) {
    c++;
    i++;
  }
  if (i == 10000 && c == 16) reach_error();
  return 0;
}
