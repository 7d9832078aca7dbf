// Assumptions written as endless loops.
// property: reach
// expect: false
// engines: bmc=false
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
  if (best >= 98) reach_error();
  return 0;
}
