// The assertion follows from the condition before it, so the layers of bmc need no query; a proof that all accesses are
// inside of the line needs a bound for each of the loops.
// property: reach
// expect: true
// engines: bmc=true
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char line[7];
  for (int k = 0; k < 6; ++k) line[k] = __VERIFIER_nondet_char();
  line[6] = 0;
  int start = 0;
  for (int i = 0;; ++i) {
    if (line[i] == ',' || line[i] == 0) {
      int end = i - 1;
      while (line[start] == ' ') ++start;
      while (end > 0 && line[end] == ' ') --end;
      int length = end - start + 1;
      if (length < 1 || length > 3) return 1;
      if (length > 3) reach_error();
      start = i + 1;
    }
    if (line[i] == 0) return 0;
  }
}
