// fgets stores a line with less than n characters and a terminator.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern char *fgets(char *, int, void *);
extern unsigned strlen(const char *);

int main(void) {
  char line[5];
  if (fgets(line, 5, 0) == 0) return 0;
  if (strlen(line) > 3) reach_error();
  return 0;
}
