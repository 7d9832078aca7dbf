// An integer that is read from unknown memory is arbitrary.
// property: reach
// expect: true
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

int main(void) {
  unsigned char *q = __VERIFIER_nondet_pointer();
  if (*q < 0) reach_error();
  return 0;
}
