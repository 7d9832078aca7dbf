// An external function may change the counter whose address it gets, so the loop is not accelerated; the
// error does not depend on such a change.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern void reach_error(void);

extern void touch(int *place);

int main(void) {
  int i = 0;
  while (i < 12) {
    touch(&i);
    i++;
  }
  if (i >= 13 && i < 12) reach_error();
  return 0;
}
