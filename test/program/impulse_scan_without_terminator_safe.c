// A scan for a terminator leaves the array if there is no terminator.
// property: valid-deref
// expect: true
// options: --set portfolio.engines=impulse
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  char text[20000];
  __VERIFIER_nondet_memory(text, sizeof text);
  int i = 0;
  while (i < 19999 && text[i] != 0) i++;
  return i;
}
