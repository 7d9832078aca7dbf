// realloc keeps the content that fits.
// property: reach
// expect: true
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void *realloc(void *old, unsigned long size);
extern void reach_error(void);

int main(void) {
  int *p = realloc(0, 2 * sizeof(int));
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, 3 * sizeof(int));
  p[2] = 3;
  if (p[0] + p[1] + p[2] != 6) reach_error();
  return 0;
}
