// Writes to memory of no object of the program, behind a pointer that is not known.
// impulse has no proof of the safe twin in time: it goes through ever more iterations.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse,kinduction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern int *place;
int own;

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (place == 0) return 0;
  while (i < n) {
    *place = i;
    i++;
  }
  if (i == 30000 && own != 0) reach_error();
  return 0;
}
