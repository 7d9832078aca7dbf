// A long string in uninitialised memory: random executions fill memory with one value.
// property: valid-deref
// expect: true
int main(void) {
  char from[31], to[31];
  int i = 0;
  from[30] = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return 0;
}
