// A call through a null pointer is an invalid access.
// property: valid-deref
// expect: false
// engines: bmc=false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

static int next(int x) { return x / 2; }

int main(void) {
  int (*handler)(int) = __VERIFIER_nondet_int() ? next : 0;
  if (handler == next) return 0;
  return handler(4);
}
