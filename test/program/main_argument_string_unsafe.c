// property: valid-deref
// expect: false
// options: --data-model LP64
// argv[1] is a string if argc > 1, and argv[argc] is null.
int main(int argc, char **argv) {
  if (argc > 0) return argv[1][0] == '-';
  return 0;
}
