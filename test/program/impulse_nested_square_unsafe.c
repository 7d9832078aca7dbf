// Both loops of a nest are accelerated: the inner loop ends after 1000 iterations each time, so the outer
// path has a closed form, and the error after 10^6 inner iterations needs no unrolling.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int main(void) {
  unsigned count = 0;
  for (unsigned row = 0; row < 1000; row++)
    for (unsigned column = 0; column < 1000; column++) count++;
  if (count == 1000000) reach_error();
  return 0;
}
