// A volatile flag is read like ordinary memory.
// impulse has no proof of the safe twin in time: it unwinds more and more iterations.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse,kinduction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

volatile int limit;

int main(void) {
  limit = 40000;
  int i = 0;
  while (i < limit) i++;
  if (i < 40000) reach_error();
  return 0;
}
