// The error depends on a value without closed form: only iterations that were executed count.
// impulse has no proof of the safe twin in time: more than 20 refinements do not suffice.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse,bmc
extern void reach_error(void);

int main(void) {
  unsigned char x = 1;
  int i = 0;
  while (i < 6) {
    x = (x * 5) ^ i;
    i++;
  }
  if (i == 6 && x == 97) reach_error();
  return 0;
}
