// The loop ends only after x has wrapped around, and x stays even, but not divisible by four.
// property: reach
// expect: false
// engines: portfolio=false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 2 * __VERIFIER_nondet_uint();
  while (x >= 10) x += 2;
  if (x % 4 != 0) reach_error();
  return 0;
}
