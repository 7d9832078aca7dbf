// Both loops of a nest are accelerated; the count is one below the value that the error needs. The sum of
// the iterations needs a nonlinear invariant, which no engine finds in time, so the twin bounds the count.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse,kinduction,ufo
extern void reach_error(void);

int main(void) {
  unsigned count = 0;
  for (unsigned row = 0; row < 1000; row++)
    for (unsigned column = 0; column < 1000; column++)
      if (count < 999999) count++;
  if (count == 1000000) reach_error();
  return 0;
}
