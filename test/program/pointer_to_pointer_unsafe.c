// A function stores through a pointer to a pointer.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int one = 1, two = 2;

static void choose(int **place, int which) { *place = which ? &one : &two; }

int main(void) {
  int *p = 0;
  choose(&p, __VERIFIER_nondet_int());
  *p += 10;
  if (one + two != 14) reach_error();
  return 0;
}
