// A constant table with more runs than a decision tree has. The program has no array variable, but reads an array.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const int table[40] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4,
                              6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5, 0, 2, 8, 8, 4, 1, 9, 7};

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 39) return 0;
  if (table[i] > 9) reach_error();
  return 0;
}
