// __VERIFIER_nondet_memory gives new contents to one object and to no other one.
// property: reach
// expect: true
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  int c = 1, d = 2;
  __VERIFIER_nondet_memory(&c, sizeof c);
  if (d != 2) reach_error();
  return 0;
}
