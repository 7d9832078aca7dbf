// write returns the number of bytes that it has written, at most the requested number.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

extern long write(int file, const void *bytes, unsigned long n);
int main(void) {
  char a[4] = "abc";
  long n = write(1, a, 4);
  if (n < -1 || n > 3) reach_error();
  return 0;
}
