// property: reach
// expect: true
extern int nondet(void);
int main(void) {
  int x = nondet();
  if (x == 5) return 0;
  if (x > 10 && x < 5) goto ERROR;
  return 0;
  { int y = 1; ERROR: ; }
}
