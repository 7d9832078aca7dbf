// Library functions that are not declared have their standard type.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  int *p = malloc(2 * sizeof(int));
  p[0] = 1;
  p[1] = 2;
  if (p[1] != 1) reach_error();
  return 0;
}
