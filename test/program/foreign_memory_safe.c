// Unknown memory: a write there changes no object of the program.
// property: reach
// expect: true
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int main(void) {
  int x = 1;
  int *p = &x;
  int *q = __VERIFIER_nondet_pointer();
  *q = 2;
  if (*p != 1) reach_error();
  return 0;
}
