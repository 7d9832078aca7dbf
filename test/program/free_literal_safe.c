// A copy of the string literal is freed.
// property: valid-free
// expect: true
extern char *strdup(const char *text);
extern void free(void *pointer);

int main(void) {
  char *text = strdup("text");
  free(text);
  return 0;
}
