// A string literal is freed.
// property: valid-free
// expect: false
extern char *strdup(const char *text);
extern void free(void *pointer);

int main(void) {
  char *text = "text";
  free(text);
  return 0;
}
