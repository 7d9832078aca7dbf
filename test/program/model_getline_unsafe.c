// getline allocates its line, which the program has to free; the length is arbitrary.
// property: valid-deref
// expect: false
// options: --data-model LP64

extern long getline(char **line, unsigned long *size, void *stream);
extern void free(void *object);
extern void *stdin;
int main(void) {
  char *line = 0;
  unsigned long size = 0;
  long n = getline(&line, &size, stdin);
  char last = n > -2 ? line[n - 1] : 0;
  free(line);
  return last;
}
