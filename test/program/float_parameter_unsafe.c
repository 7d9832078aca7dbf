// Parameters, results and pointers of type double.
// property: reach
// expect: false
extern void reach_error(void);

double scale(double *x, float factor) {
  *x *= factor;
  return *x;
}

int main(void) {
  double x = 3.0, y = scale(&x, 0.5f) + scale(&x, 4.0f);
  if (x == 6.0 && y == 7.5) reach_error();
  return 0;
}
