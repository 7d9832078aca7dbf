// The characters of a string literal.
// property: reach
// expect: false
extern void reach_error(void);

int main(void) {
  const char *s = "pendulum";
  int n = 0;
  while (s[n]) n++;
  if (n != 9) reach_error();
  return 0;
}
