// A local array of pointers with an initialiser.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, b;
int main(void) {
  int *from[3] = {&a, &b, &a};
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 2) return 0;
  *from[n] = 7;
  if (n == 2 && b != 7) reach_error();
  return 0;
}
