// The pointers of each call point into one object.
// property: reach
// expect: false
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int a[10], b[20];

static void fill(int *p, int *end) {
  while (p < end) *p++ = 1;
}

int main(void) {
  fill(a, a + 9);
  fill(b, b + 20);
  if (a[__VERIFIER_nondet_ulong() % 10] != 1) reach_error();
  return 0;
}
