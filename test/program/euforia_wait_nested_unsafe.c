// Functions that are translated once: in the graph a return of `once` leads into `again`, which has not been called yet.
// property: reach
// expect: false
// engines: euforia=false
// options: --set euforia.calls=wait
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int once(int x) { return x == 1 ? 2 : 0; }
static int again(int x) {
  int first = once(x);
  return first == 2 ? once(1) : first;
}

int main(void) {
  int x = once(1);
  while (__VERIFIER_nondet_int()) x = again(1);
  if (x != 3) reach_error();
  return 0;
}
