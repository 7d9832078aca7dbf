// As flags_scheduler_safe.c, but the second task does not test the lock before it takes it, so both tasks can work
// at the same time.
// property: reach
// expect: false
// engines: ufo=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { waiting, working, done };

int state1 = waiting, state2 = waiting;
int lock = 0, owner = 0;
int rounds1 = 0;

void task1(void) {
  if (state1 == waiting && lock == 0) {
    lock = 1;
    owner = 1;
    state1 = working;
  } else if (state1 == working) {
    if (owner != 1) reach_error();
    lock = 0;
    owner = 0;
    rounds1 = rounds1 + 1;
    state1 = rounds1 < 3 ? waiting : done;
  }
}

void task2(void) {
  if (state2 == waiting) {
    lock = 1;
    owner = 2;
    state2 = working;
  } else if (state2 == working) {
    if (owner != 2) reach_error();
    lock = 0;
    owner = 0;
    state2 = waiting;
  }
}

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_int()) task1();
    if (__VERIFIER_nondet_int()) task2();
    if (state1 == working && state2 == working) reach_error();
    if (state1 == done && rounds1 != 3) reach_error();
  }
}
