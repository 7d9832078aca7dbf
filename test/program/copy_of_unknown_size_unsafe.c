// memcpy with a length that is only known at run time.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void *memcpy(void *to, const void *from, unsigned long size);

int main(void) {
  char from[4] = "abc", to[4] = "xyz";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  memcpy(to, from, n);
  if (to[1] != 'z') reach_error();
  return 0;
}
