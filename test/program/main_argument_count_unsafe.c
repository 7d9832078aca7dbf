// property: reach
// expect: false
// argc is at least 1 (C17 5.1.2.2.1p2, and the assumption that the verdict prints).
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 2) reach_error();
  return 0;
}
