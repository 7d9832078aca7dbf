// The difference of an unknown address and an object's address is an arbitrary number: the execution continues.
// property: reach
// expect: false
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
char b[4];

int main(void) {
  long d = (char *)__VERIFIER_nondet_ulong() - b;
  if (d == d) reach_error();
  return 0;
}
