// The local of a call may have the address that the local of an earlier call had.
// property: reach
// expect: false
// engines: portfolio=unknown
extern void reach_error(void);

static int *kept;

static int count(int n) {
  int x = n;
  if (kept == &x) reach_error();
  if (n > 0) count(n - 1);
  kept = &x;
  return x;
}

int main(void) {
  count(1);
  count(1);
  return 0;
}
