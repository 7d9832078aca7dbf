// An integer that is read from memory that is none of the program's objects can be anything.
// property: reach
// expect: false
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int main(void) {
  unsigned char *q = __VERIFIER_nondet_pointer();
  if (*q < 1) reach_error();
  return 0;
}
