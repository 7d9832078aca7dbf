// Products of complex numbers.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  double _Complex a = __builtin_complex(1.0, 2.0), b = __builtin_complex(3.0, -1.0);
  double _Complex c = a * b + 1.0;
  if (__real__ c != 6.0 || __imag__ c != 5.0) reach_error();
  return 0;
}
