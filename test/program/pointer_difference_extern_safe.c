// An external function may return an address in the object that it gets.
// property: reach
// expect: true
extern void reach_error(void);
extern char *find(char *, int);

int main(void) {
  char b[] = "abc";
  long d = find(b, 'b') - b;
  if (d == 1 && d == 2) reach_error();
  return 0;
}
