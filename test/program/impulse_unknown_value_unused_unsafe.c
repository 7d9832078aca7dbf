// A value without closed form that the error does not depend on.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned hash = 5381;
  int i = 0;
  while (i < n && i < 100000) {
    hash = (hash * 33) ^ i;
    i++;
  }
  if (i > 99999) reach_error();
  return hash;
}
