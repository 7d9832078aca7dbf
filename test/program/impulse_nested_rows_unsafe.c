// Each row of the outer loop executes the inner loop from the start.
// impulse has no proof of the safe twin in time, because its second interpolant takes too long.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  int row = 0, column = 0;
  while (row < 3) {
    column = 0;
    while (column < 100000) column++;
    row++;
  }
  if (row + column == 100003) reach_error();
  return 0;
}
