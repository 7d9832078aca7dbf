// property: reach
// expect: false
// argv[argc] is null, and no earlier argument is.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 2 && argv[argc - 1] != 0) reach_error();
  return 0;
}
