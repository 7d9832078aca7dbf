// property: valid-deref
// expect: false
// argv[0] to argv[argc - 1] are strings.
int main(int argc, char **argv) {
  int options = 0;
  while (*++argv)
    if ((*argv)[0] == '-' && (*argv)[2] == 'v') options = 1;
  return options;
}
