// Arrays from one call of malloc in a loop.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);

int main(void) {
  int *rows[2];
  for (int i = 0; i < 2; i++) {
    rows[i] = malloc(3 * sizeof(int));
    for (int j = 0; j < 3; j++) rows[i][j] = 10 * i + j;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  if (rows[1][k] - rows[0][k] != 11) reach_error();
  return 0;
}
