// alloca() without <alloca.h>, and integers in the memory that it returns.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern void *alloca(unsigned long size);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 3) return 0;
  int *values = alloca(count * sizeof(int));
  for (int i = 0; i < count; i++) values[i] = i;
  return values[0];
}
