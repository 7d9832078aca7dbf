// Writes to unknown memory through an unknown pointer.
// impulse has no proof of the safe twin in time: it unwinds more and more iterations.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse,kinduction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern int *place;
int own;

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (place == 0) return 0;
  while (i < n) {
    *place = i;
    i++;
  }
  if (i == 30000 && own != 0) reach_error();
  return 0;
}
