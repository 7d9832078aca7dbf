// For the row p2-bad of DAGGER's Table 1, whose source (adapted from Sendmail) is not available: ours, from the
// paper's description. Nested loops with branches copy the characters of a line to a buffer; the assertion is the
// bound of the buffer.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int size = 3, out = 0, quoted = 0;
  while (__VERIFIER_nondet_int()) {
    int in = 0;
    if (__VERIFIER_nondet_int()) quoted = 1 - quoted;
    while (in < 8 && __VERIFIER_nondet_int()) {
      if (out > size) return 0;
      if (out < 0 || out >= size) reach_error();
      out = out + 1;
      in = in + 1;
    }
  }
  return 0;
}
