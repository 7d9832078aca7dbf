// realloc frees the old object.
// property: valid-free
// expect: true
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void *realloc(void *old, unsigned long size);
extern void free(void *pointer);

int main(void) {
  char *p = malloc(2);
  char *q = realloc(p, 4);
  free(q);
  return 0;
}
