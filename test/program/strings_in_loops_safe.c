// A string is measured, copied and searched, in sequential and in nested loops: the unrolling is complete
// only if counters stay constants, because all lengths depend on the input.
// property: valid-deref
// expect: true
// engines: bmc=true
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char from[4], to[4];
  for (int i = 0; i < 3; i++) from[i] = __VERIFIER_nondet_char();
  from[3] = 0;
  int length = 0;
  while (from[length] != 0) length++;
  int i = 0;
  do {
    to[i] = from[i];
  } while (from[i++] != 0);
  int found = 0;
  for (int start = 0; from[start] != 0; start++)
    for (int j = start; to[j] != 0; j++)
      if (from[start] == to[j]) found++;
  return found + length;
}
