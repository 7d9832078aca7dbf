// Memory from malloc is arbitrary, memory from calloc is zero.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);
extern void *malloc(unsigned long size);

int main(void) {
  int *a = malloc(4 * sizeof(int));
  if (a[2] == 17) reach_error();
  return 0;
}
