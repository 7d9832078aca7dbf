// The product of a matrix with the identity is the matrix: products with 0 and 1, and sums with 0, are exact.
// property: reach
// expect: true
// engines: bmc=true
// options: --data-model LP64
#include <math.h>

#define N 2

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double a[N][N], product[N][N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      a[i][j] = __VERIFIER_nondet_double();
      if (!isfinite(a[i][j])) return 0;
    }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      product[i][j] = 0;
      for (int k = 0; k < N; ++k) product[i][j] += a[i][k] * (k == j ? 1.0 : 0.0);
    }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      if (product[i][j] != a[i][j]) reach_error();
  return 0;
}
