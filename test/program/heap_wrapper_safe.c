// A function that calls malloc for its callers: each call has its own object.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);
extern void *malloc(unsigned long size);

static void *allocate(unsigned long size) { return malloc(size); }

int main(void) {
  int *a = allocate(sizeof(int));
  char *b = allocate(2);
  *a = 5;
  b[1] = 3;
  if (*a + b[1] != 8) reach_error();
  return 0;
}
