// A state machine, one edit away from the safe program.
// property: reach
// expect: false
// engines: bmc=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0, previous = 0, before = 0;
  while (1) {
    int input = __VERIFIER_nondet_int();
    before = previous;
    previous = state;
    if (state == 0 && input == 3)
      state = 1;
    else if (state == 1 && input == 7)
      state = 2;
    else if (state == 2 && input == 1)
      state = 3;
    else
      state = 0;
    if (state == 3 && before == 1) reach_error();
  }
}
