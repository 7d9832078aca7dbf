// Pointers into one array are compared and subtracted.
// property: reach
// expect: false
extern void reach_error(void);

int main(void) {
  int a[5] = {0};
  int *p = a, *end = a + 5;
  while (p != end && p - a < 3) p++;
  if (end - p != 3 || !(p < end)) reach_error();
  return 0;
}
