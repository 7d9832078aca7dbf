// memcpy of a number of words that is only known at run time.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memcpy(void *to, const void *from, unsigned long size);

int a, b;

int main(void) {
  int *from[3] = {&a, &b, &a};
  int *to[3] = {0, 0, 0};
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 3) return 0;
  memcpy(to, from, n * sizeof(int *));
  *to[1] = 7;
  if (b != 7) reach_error();
  return 0;
}
