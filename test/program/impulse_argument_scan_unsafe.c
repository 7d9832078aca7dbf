// The length of an argument of main.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc < 2) return 0;
  int length = 0;
  while (argv[1][length] != 0) length++;
  if (length == 9000) reach_error();
  return 0;
}
