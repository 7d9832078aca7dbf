// property: valid-deref
// expect: false
// Arguments may be written; the byte after the terminator is not theirs.
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  argv[1][0] = 'x';
  return argv[1][1];
}
