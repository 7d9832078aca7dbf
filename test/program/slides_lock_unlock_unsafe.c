// The lecture's running example: no lock is taken twice or released twice.
// property: reach
// expect: false
// engines: ufo=false cpufo=false bpufo=false cp=false bp=false impact=false lazy=false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int L;

void lock(void) {
  if (L != 0) goto ERROR;
  L = 1;
  return;
ERROR:
  goto ERROR;
}

void unlock(void) {
  if (L != 1) reach_error();
  L = 0;
}

int main(void) {
  unsigned old, new = __VERIFIER_nondet_int();
  L = 0;
  do {
    lock();
    old = new;
    if (__VERIFIER_nondet_int()) {
      unlock();
      new = new + 0;
    }
  } while (new != old);
  unlock();
  return 0;
}
