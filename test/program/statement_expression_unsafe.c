// A statement expression has the value of its last statement.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define MAX(a, b) ({ int x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = MAX(n, MAX(3, -3));
  if (m < 4 || m < n) reach_error();
  return 0;
}
