// An address inside of an object is freed.
// property: valid-free
// expect: true
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  char *p = malloc(4);
  free(p + 0);
  return 0;
}
