// Assumptions written as endless loops. bmc unrolls the bounded loop completely.
// property: reach
// expect: true
// engines: bmc=true
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static void assume(int condition) {
  while (!condition) {
  }
}

int main(void) {
  unsigned char id = __VERIFIER_nondet_uchar(), best = 0;
  assume(id < 100);
  for (int i = 0; i < 6; i++) {
    unsigned char other = __VERIFIER_nondet_uchar();
    assume(other < id);
    if (other > best) best = other;
  }
  if (best >= 99) reach_error();
  return 0;
}
