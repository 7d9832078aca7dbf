// Characters are classified as in the C locale; atoi reads blanks, a sign and digits.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int isdigit(int);
extern int toupper(int);
extern int atoi(const char *);

int main(void) {
  char s[4] = " -0";
  int c = __VERIFIER_nondet_int();
  if (!isdigit(c)) return 0;
  s[2] = (char)c;
  if (atoi(s) > 0 || atoi(s) < -9) reach_error();
  if (toupper(c) != c || toupper('q') != 'Q') reach_error();
  return 0;
}
