// asprintf allocates as much memory as its output needs.
// property: valid-deref
// expect: false
// options: --data-model LP64

extern int asprintf(char **to, const char *format, ...);
extern void free(void *object);
int main(void) {
  char *text;
  int n = asprintf(&text, "%s-%d", "ab", 17);
  text[n + 1] = 0;
  free(text);
  return n == 5;
}
