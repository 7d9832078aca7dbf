// The functions of the compiler's run-time library for complex arithmetic.
//
// The results are those of the code in C17 G.5.1 (examples 1 and 2), which compiler-rt uses.

#define IS_INFINITE(x) (__builtin_fabs_R(x) > MOST)
#define IS_FINITE(x) (__builtin_fabs_R(x) <= MOST)
// An infinite part of an infinite number becomes 1, a finite part 0, with the same sign.
#define BOX(x) __builtin_copysign_R(IS_INFINITE(x) ? 1 : 0, x)
#define ZERO_IF_NAN(x) (x != x ? __builtin_copysign_R(0, x) : x)

//: __mul_Mc3: complex product
_Complex real __mul_Mc3(real a, real b, real c, real d) {
  _Complex real z;
  real ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  int first = IS_INFINITE(a) | IS_INFINITE(b), second = IS_INFINITE(c) | IS_INFINITE(d);
  int has_overflow = IS_INFINITE(ac) | IS_INFINITE(bd) | IS_INFINITE(ad) | IS_INFINITE(bc);
  __real__ z = ac - bd;
  __imag__ z = ad + bc;
  if (__real__ z == __real__ z || __imag__ z == __imag__ z || !(first | second | has_overflow)) return z;
  if (first) {
    a = BOX(a);
    b = BOX(b);
  }
  if (first | !second) {
    c = ZERO_IF_NAN(c);
    d = ZERO_IF_NAN(d);
  }
  if (second) {
    c = BOX(c);
    d = BOX(d);
  }
  if (second | !first) {
    a = ZERO_IF_NAN(a);
    b = ZERO_IF_NAN(b);
  }
  __real__ z = __builtin_inf_R() * (a * c - b * d);
  __imag__ z = __builtin_inf_R() * (a * d + b * c);
  return z;
}

static real __pendulum_scaled_R(real x, int n) {
  return (x == 0) | (x != x) | IS_INFINITE(x) ? x : __pendulum_scale_R(x, n);
}

//: __div_Mc3: complex quotient
_Complex real __div_Mc3(real a, real b, real c, real d) {
  _Complex real z;
  real larger = __builtin_fabs_R(c), other = __builtin_fabs_R(d), divisor;
  int is_finite, n;
  if ((other > larger) | (larger != larger)) larger = other;
  is_finite = (larger != 0) & (larger <= MOST);
  n = is_finite ? -__pendulum_logb_R(larger) : 0;
  if (is_finite) {
    c = __pendulum_scaled_R(c, n);
    d = __pendulum_scaled_R(d, n);
  }
  divisor = c * c + d * d;
  __real__ z = __pendulum_scaled_R((a * c + b * d) / divisor, n);
  __imag__ z = __pendulum_scaled_R((b * c - a * d) / divisor, n);
  if (__real__ z == __real__ z || __imag__ z == __imag__ z) return z;
  if (divisor == 0 && (a == a || b == b)) {
    __real__ z = __builtin_copysign_R(__builtin_inf_R(), c) * a;
    __imag__ z = __builtin_copysign_R(__builtin_inf_R(), c) * b;
  } else if ((IS_INFINITE(a) | IS_INFINITE(b)) && (IS_FINITE(c) & IS_FINITE(d))) {
    a = BOX(a);
    b = BOX(b);
    __real__ z = __builtin_inf_R() * (a * c + b * d);
    __imag__ z = __builtin_inf_R() * (b * c - a * d);
  } else if (IS_INFINITE(larger) && (IS_FINITE(a) & IS_FINITE(b))) {
    c = BOX(c);
    d = BOX(d);
    __real__ z = 0 * (a * c + b * d);
    __imag__ z = 0 * (b * c - a * d);
  }
  return z;
}

#undef IS_INFINITE
#undef IS_FINITE
#undef BOX
#undef ZERO_IF_NAN
