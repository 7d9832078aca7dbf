// One loop measures a string, the next one copies that many characters.
// impulse has no proof of the safe twin in time: it unwinds more and more characters.
// property: valid-deref
// expect: false
// options: --set portfolio.engines=impulse
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  char from[4000], to[3999];
  __VERIFIER_nondet_memory(from, sizeof from);
  int length = 0;
  while (length < 4000 && from[length] != 0) length++;
  for (int i = 0; i < length; i++) to[i] = from[i];
  return 0;
}
