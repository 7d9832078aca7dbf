// Two branches alternate: no path can be taken twice in a row, so nothing is accelerated.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  int turn = 0, a = 0, b = 0;
  while (a < 6) {
    if (turn) a++;
    else b++;
    turn = !turn;
  }
  if (a == 6 && b == 6) reach_error();
  return 0;
}
