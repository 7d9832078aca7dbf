// property: valid-deref
// expect: true
// options: --data-model LP64
// argv[1] is a string if argc > 1, and argv[argc] is null.
int main(int argc, char **argv) {
  if (argc > 1) return argv[1][0] == '-';
  return 0;
}
