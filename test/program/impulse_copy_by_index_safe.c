// A string is copied into an array that is one element too short.
// property: valid-deref
// expect: true
// options: --set portfolio.engines=impulse
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  char from[5000], to[4999];
  __VERIFIER_nondet_memory(from, sizeof from);
  from[4999] = 0;
  int i = 0;
  while (i < 4998 && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to[0];
}
