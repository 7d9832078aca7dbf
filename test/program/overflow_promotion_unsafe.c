// Arithmetic on small types is done in int: only the conversion back loses bits, and this is not an overflow.
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  short s = 32767;
  s++;
  unsigned u = 4294967295u;
  u = u + 1u;
  signed char c = (signed char)__VERIFIER_nondet_int();
  int i = c * c * 200000;
  return s + (int)u + i;
}
