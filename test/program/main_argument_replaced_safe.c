// property: reach
// expect: true
// The array argv is writable, too.
extern void reach_error(void);
int main(int argc, char **argv) {
  char text[] = "hi";
  argv[0] = text;
  if (argc > 1 && argv[0][1] != 'i') reach_error();
  return 0;
}
