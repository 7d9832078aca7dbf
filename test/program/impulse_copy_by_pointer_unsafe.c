// strcpy by two pointers, into an array that is one element too short.
// impulse has no proof of the safe twin in time: it unwinds more and more characters.
// property: valid-deref
// expect: false
// options: --set portfolio.engines=impulse
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  char from[5000], to[4999];
  __VERIFIER_nondet_memory(from, sizeof from);
  from[4999] = 0;
  char *s = from, *d = to;
  while ((*d++ = *s++) != 0)
    ;
  return to[0];
}
