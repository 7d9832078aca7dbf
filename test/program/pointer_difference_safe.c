// Pointers into one array are compared and subtracted.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  int a[5] = {0};
  int *p = a, *end = a + 5;
  while (p != end && p - a < 3) p++;
  if (end - p != 2 || !(p < end)) reach_error();
  return 0;
}
