// Old C: malloc is not declared and returns int, which is as wide as a pointer.
// property: reach
// expect: true

main() {
  int *p;
  char *q;
  p = malloc(sizeof(int));
  q = malloc(3);
  *p = 4;
  q[2] = 1;
  if (*p + q[2] != 5) {
  ERROR:
    return 1;
  }
  return 0;
}
