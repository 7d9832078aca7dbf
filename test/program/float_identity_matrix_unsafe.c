// Infinity times 0 is a NaN, so the product with the identity may differ.
// property: reach
// expect: false
// engines: bmc=false
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
