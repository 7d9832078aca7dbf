// snprintf stays within its limit.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int snprintf(char *to, unsigned long limit, const char *format, ...);

int main(void) {
  char text[4];
  int n = snprintf(text, sizeof text, "%s", "abcde");
  return text[n - 2];
}
