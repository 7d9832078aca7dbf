// realloc accepts only objects from malloc.
// property: valid-free
// expect: true
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void *realloc(void *old, unsigned long size);
extern void free(void *pointer);

int main(void) {
  char buffer[2];
  char *p = malloc(2);
  p = realloc(p, 4);
  free(p);
  return 0;
}
