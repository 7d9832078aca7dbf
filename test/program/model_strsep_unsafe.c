// strsep splits a string into parts, including empty ones.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

extern char *strsep(char **rest, const char *separators);
int main(void) {
  char text[] = "a,,b", *rest = text, *part;
  int parts = 0;
  while ((part = strsep(&rest, ",;")) != 0) parts++;
  if (parts != 2) reach_error();
  return 0;
}
