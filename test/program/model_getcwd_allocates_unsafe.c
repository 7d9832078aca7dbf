// getcwd without a buffer for the path allocates one.
// property: valid-memsafety
// expect: false
// options: --data-model LP64
extern char *getcwd(char *place, unsigned long size);
extern void free(void *pointer);

int main(void) {
  char *path = getcwd(0, 3);
  if (path) {
    path[3] = 0;
    free(path);
  }
  return 0;
}
