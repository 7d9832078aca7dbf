// Constant arguments: Ackermann.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);

static int ack(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}

int main(void) {
  if (ack(2, 4) != 11) reach_error();
  return 0;
}
