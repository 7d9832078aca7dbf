// Functions that are translated once: nested calls, results, a call through a pointer, state in globals.
// property: reach
// expect: false
// engines: euforia=false
// options: --set euforia.calls=wait
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locks = 0;

static int twice(int x) {
  if (x == 3) return 6;
  return x == 4 ? 8 : 0;
}
static int four_times(int x) {
  int first = twice(x);
  return first == 6 ? twice(3) + twice(3) : 0;
}
static int lock(int n) {
  if (locks != 0) reach_error();
  locks = 1;
  return n;
}
static int unlock(int n) {
  if (locks != 1) reach_error();
  locks = 0;
  return n;
}

int main(void) {
  int (*next)(int) = lock;
  while (__VERIFIER_nondet_int()) {
    int same = next(7);
    if (same != 7) reach_error();
    next = next == lock ? unlock : lock;
  }
  if (four_times(3) != 12) reach_error();
  if (twice(4) != 6) reach_error();
  return 0;
}
