// No pointer to the local of an earlier call is left when its address is compared.
// property: reach
// expect: true
extern void reach_error(void);

static int *kept;

static int count(int n) {
  int x = n;
  if (kept == &x) reach_error();
  if (n > 0) count(n - 1);
  kept = &x;
  kept = 0;
  return x;
}

int main(void) {
  count(1);
  count(1);
  return 0;
}
