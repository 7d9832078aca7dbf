// Null comes before every object.
// property: reach
// expect: false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
char a[4];

int main(void) {
  char *p = __VERIFIER_nondet_int() ? a : 0;
  if (p > (char *)0 && p == a) reach_error();
  return 0;
}
