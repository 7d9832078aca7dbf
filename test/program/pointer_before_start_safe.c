// A loop that visits an array downwards ends with a pointer before its start.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  char a[4] = {1, 2, 3, 4};
  char *p = a + 3;
  int sum = 0;
  while (p >= a) sum += *p--;
  if (sum != 10) reach_error();
  return 0;
}
