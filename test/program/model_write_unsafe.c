// write reads the bytes that it is asked to write.
// property: valid-deref
// expect: false
// options: --data-model LP64

extern long write(int file, const void *bytes, unsigned long n);
int main(void) {
  char a[4] = "abc";
  return write(1, a, 5) > 0;
}
