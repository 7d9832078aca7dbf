// An external function may set a pointer to an address in the object that it gets.
// property: reach
// expect: true
extern void reach_error(void);
extern void parse(char *, char **);

int main(void) {
  char s[] = "1.5x";
  char *end = s;
  parse(s, &end);
  if (s > s + 4) reach_error();
  return 0;
}
