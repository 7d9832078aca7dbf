// property: reach
// expect: true
// engines: dagger=true
// Eight locks, each taken and released under its own condition. dagger needs the relation between flags.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int p0 = __VERIFIER_nondet_int(), lock0;
  int p1 = __VERIFIER_nondet_int(), lock1;
  int p2 = __VERIFIER_nondet_int(), lock2;
  int p3 = __VERIFIER_nondet_int(), lock3;
  int p4 = __VERIFIER_nondet_int(), lock4;
  int p5 = __VERIFIER_nondet_int(), lock5;
  int p6 = __VERIFIER_nondet_int(), lock6;
  int p7 = __VERIFIER_nondet_int(), lock7;
  while (__VERIFIER_nondet_int()) {
    lock0 = lock1 = lock2 = lock3 = lock4 = lock5 = lock6 = lock7 = 0;
    if (p0 != 0) lock0 = 1;
    if (p1 != 0) lock1 = 1;
    if (p2 != 0) lock2 = 1;
    if (p3 != 0) lock3 = 1;
    if (p4 != 0) lock4 = 1;
    if (p5 != 0) lock5 = 1;
    if (p6 != 0) lock6 = 1;
    if (p7 != 0) lock7 = 1;
    if (p0 != 0) {
      if (lock0 != 1) reach_error();
      lock0 = 0;
    }
    if (p1 != 0) {
      if (lock1 != 1) reach_error();
      lock1 = 0;
    }
    if (p2 != 0) {
      if (lock2 != 1) reach_error();
      lock2 = 0;
    }
    if (p3 != 0) {
      if (lock3 != 1) reach_error();
      lock3 = 0;
    }
    if (p4 != 0) {
      if (lock4 != 1) reach_error();
      lock4 = 0;
    }
    if (p5 != 0) {
      if (lock5 != 1) reach_error();
      lock5 = 0;
    }
    if (p6 != 0) {
      if (lock6 != 1) reach_error();
      lock6 = 0;
    }
    if (p7 != 0) {
      if (lock7 != 1) reach_error();
      lock7 = 0;
    }
  }
  return 0;
}
