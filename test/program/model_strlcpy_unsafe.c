// strlcpy and strlcat write within the size that they get, and return the length that the string would have.
// property: valid-deref
// expect: false
// options: --data-model LP64

extern unsigned long strlcpy(char *to, const char *from, unsigned long size);
extern unsigned long strlcat(char *to, const char *from, unsigned long size);
int main(void) {
  char a[4];
  unsigned long n = strlcpy(a, "abcdef", sizeof a);
  n += strlcat(a, "xy", sizeof a + 2);
  return n == 11;
}
