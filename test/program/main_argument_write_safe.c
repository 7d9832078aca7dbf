// property: valid-deref
// expect: true
// Arguments are writable; the byte after the terminator is outside of them.
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  argv[1][0] = 'x';
  return argv[1][0];
}
