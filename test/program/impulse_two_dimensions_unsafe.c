// An access passes the last row of an array of arrays by one element.
// impulse has no proof of the safe twin in time: it unwinds more and more columns.
// property: valid-deref
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);

int grid[100][2000];

int main(void) {
  int row = __VERIFIER_nondet_int();
  if (row < 0 || row > 99) return 0;
  for (int column = 0; column <= 2000; column++) grid[row][column] = 1;
  return grid[row][0];
}
