// The loop ends only after x has wrapped around, and x stays even.
// property: reach
// expect: true
// engines: ufo=true kinduction=true portfolio=true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 2 * __VERIFIER_nondet_uint();
  while (x >= 10) x += 2;
  if (x % 2 != 0) reach_error();
  return 0;
}
