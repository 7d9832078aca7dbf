// A counter of type float stops at 2^24 if it is increased by 1.
// property: reach
// expect: false
extern void reach_error(void);

int main(void) {
  float f = 16777214.0f;
  int n = 0;
  while (f < 16777216.0f && n < 10) {
    f += 1.0f;
    ++n;
  }
  f += 1.0f;
  if (n == 2 && f == 16777216.0f) reach_error();
  return 0;
}
