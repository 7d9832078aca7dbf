// strtol returns the number and stores where it ends.
// property: reach
// expect: false
// options: --data-model LP64
extern long strtol(const char *text, char **end, int base);
extern void reach_error(void);

int main(void) {
  char *rest;
  long number = strtol(" -0x1fz", &rest, 0);
  if (number != -15 || *rest != 'z') reach_error();
  return 0;
}
