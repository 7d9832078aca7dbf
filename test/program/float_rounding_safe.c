// The sum of 0.1 and 0.2 is not 0.3 in double, but it is in float.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  volatile double a = 0.1, b = 0.2;
  volatile float c = 0.1f, d = 0.2f;
  if (a + b == 0.3 || c + d != 0.3f) reach_error();
  return 0;
}
