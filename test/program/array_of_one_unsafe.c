// An array of one element whose initialiser is copied element by element, read at a variable index.
// property: reach
// expect: false
// engines: bmc=false ufo=false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  int a[1] = {5};
  if (i != 0) return 0;
  if (a[i] == 5) reach_error();
  return 0;
}
