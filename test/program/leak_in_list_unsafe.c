// Objects of one allocation site are freed, or not.
// property: valid-memtrack
// expect: false
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void free(void *pointer);

int main(void) {
  for (int i = 0; i < 3; i++) {
    int *p = malloc(sizeof(int));
    if (i != 2) free(p);
  }
  return 0;
}
