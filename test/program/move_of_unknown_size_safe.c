// memmove between overlapping regions, with a length that is only known at run time.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memmove(void *to, const void *from, unsigned long size);

int main(void) {
  char text[8] = "abcdef";
  int n = __VERIFIER_nondet_int();
  if (n < 3 || n > 4) return 0;
  memmove(text + 1, text, n);
  memmove(text, text + 2, n - 1);
  if (text[0] != 'b' || text[1] != 'c') reach_error();
  return 0;
}
