// realloc accepts only objects from malloc.
// property: valid-free
// expect: false
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void *realloc(void *old, unsigned long size);
extern void free(void *pointer);

int main(void) {
  char buffer[2];
  char *p = malloc(2);
  p = realloc(buffer, 4);
  free(p);
  return 0;
}
