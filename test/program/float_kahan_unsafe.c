// The summation of Kahan keeps what a float loses.
// property: reach
// expect: false
extern void reach_error(void);

float add(float sum, float x, float *c) {
  float y = x - *c;
  float t = sum + y;
  *c = (t - sum) - y;
  return t;
}

int main(void) {
  float sum = 16777216.0f, plain = 16777216.0f, c = 0.0f;
  for (int i = 0; i < 4; ++i) {
    sum = add(sum, 1.0f, &c);
    plain += 1.0f;
  }
  if (sum != plain) reach_error();
  return 0;
}
