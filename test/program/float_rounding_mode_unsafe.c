// The rounding mode of the processor applies to operations at run time.
// property: reach
// expect: false
extern void reach_error(void);

int main(void) {
  volatile double one = 1.0, three = 3.0;
  double nearest = one / three;
  __builtin_set_flt_rounds(2);
  double up = one / three;
  int mode = __builtin_flt_rounds();
  __builtin_set_flt_rounds(1);
  double again = one / three;
  if (up > nearest && again == nearest) reach_error();
  return 0;
}
