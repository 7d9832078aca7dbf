// A pointer is stored in an integer of its width.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static long kept;

int main(void) {
  int x = 1, y = 2;
  kept = (long)(__VERIFIER_nondet_int() ? &x : &y);
  *(int *)kept = 5;
  if (x + y != 7 && x + y != 8) reach_error();
  return 0;
}
