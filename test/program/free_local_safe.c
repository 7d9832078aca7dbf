// A local is freed.
// property: valid-free
// expect: true
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  int x;
  int *p = malloc(sizeof(int));
  free(p);
  return 0;
}
