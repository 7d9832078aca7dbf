// math.h (C17 7.12): functions that only inspect or change bits of a number, in IEC 60559 binary32 and
// binary64.

typedef unsigned long long bits_of_double;
typedef unsigned bits_of_float;
union double_and_bits { double number; bits_of_double bits; };
union float_and_bits { float number; bits_of_float bits; };

#define SIGN_D (1ull << 63)
#define EXPONENT_D (0x7ffull << 52)
#define SIGN_F (1u << 31)
#define EXPONENT_F (0xffu << 23)

// The bits without the sign. They are at least `exponent` for infinities and NaNs.
#define MAGNITUDE(type, sign)        \
  union type##_and_bits x = {number}; \
  bits_of_##type magnitude = x.bits & ~(sign);

// The results are the values of FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL and FP_NORMAL, in this order.
#define CLASSIFY(exponent, least_normal)         \
  if (magnitude > (exponent)) return 0;          \
  if (magnitude == (exponent)) return 1;         \
  if (magnitude == 0) return 2;                  \
  return magnitude < (least_normal) ? 3 : 4;

// Returns 1 for infinity and -1 for minus infinity, as the GNU C library does.
#define INFINITE(exponent, sign) \
  if (magnitude != (exponent)) return 0; \
  return x.bits & (sign) ? -1 : 1;

//: fabs: absolute value
double fabs(double number) {
  MAGNITUDE(double, SIGN_D)
  x.bits = magnitude;
  return x.number;
}

//: copysign: the first number with the sign of the second
double copysign(double number, double other) {
  MAGNITUDE(double, SIGN_D)
  union double_and_bits y = {other};
  x.bits = magnitude | (y.bits & SIGN_D);
  return x.number;
}

//: __fpclassify: the class of a number
int __fpclassify(double number) {
  MAGNITUDE(double, SIGN_D)
  CLASSIFY(EXPONENT_D, 1ull << 52)
}

//: __signbit: nonzero if the sign is negative
int __signbit(double number) {
  union double_and_bits x = {number};
  return (x.bits & SIGN_D) != 0;
}

//: isinf: 1 for infinity, -1 for minus infinity
int isinf(double number) {
  MAGNITUDE(double, SIGN_D)
  INFINITE(EXPONENT_D, SIGN_D)
}

//: __isinf: 1 for infinity, -1 for minus infinity
int __isinf(double number) {
  MAGNITUDE(double, SIGN_D)
  INFINITE(EXPONENT_D, SIGN_D)
}

//: isnan: 1 for NaN
int isnan(double number) {
  MAGNITUDE(double, SIGN_D)
  return magnitude > EXPONENT_D;
}

//: __isnan: 1 for NaN
int __isnan(double number) {
  MAGNITUDE(double, SIGN_D)
  return magnitude > EXPONENT_D;
}

//: finite: 1 for finite numbers
int finite(double number) {
  MAGNITUDE(double, SIGN_D)
  return magnitude < EXPONENT_D;
}

//: __finite: 1 for finite numbers
int __finite(double number) {
  MAGNITUDE(double, SIGN_D)
  return magnitude < EXPONENT_D;
}

//: fabsf: absolute value
float fabsf(float number) {
  MAGNITUDE(float, SIGN_F)
  x.bits = magnitude;
  return x.number;
}

//: copysignf: the first number with the sign of the second
float copysignf(float number, float other) {
  MAGNITUDE(float, SIGN_F)
  union float_and_bits y = {other};
  x.bits = magnitude | (y.bits & SIGN_F);
  return x.number;
}

//: __fpclassifyf: the class of a number
int __fpclassifyf(float number) {
  MAGNITUDE(float, SIGN_F)
  CLASSIFY(EXPONENT_F, 1u << 23)
}

//: __signbitf: nonzero if the sign is negative
int __signbitf(float number) {
  union float_and_bits x = {number};
  return (x.bits & SIGN_F) != 0;
}

//: isinff: 1 for infinity, -1 for minus infinity
int isinff(float number) {
  MAGNITUDE(float, SIGN_F)
  INFINITE(EXPONENT_F, SIGN_F)
}

//: __isinff: 1 for infinity, -1 for minus infinity
int __isinff(float number) {
  MAGNITUDE(float, SIGN_F)
  INFINITE(EXPONENT_F, SIGN_F)
}

//: isnanf: 1 for NaN
int isnanf(float number) {
  MAGNITUDE(float, SIGN_F)
  return magnitude > EXPONENT_F;
}

//: __isnanf: 1 for NaN
int __isnanf(float number) {
  MAGNITUDE(float, SIGN_F)
  return magnitude > EXPONENT_F;
}

//: finitef: 1 for finite numbers
int finitef(float number) {
  MAGNITUDE(float, SIGN_F)
  return magnitude < EXPONENT_F;
}

//: __finitef: 1 for finite numbers
int __finitef(float number) {
  MAGNITUDE(float, SIGN_F)
  return magnitude < EXPONENT_F;
}
