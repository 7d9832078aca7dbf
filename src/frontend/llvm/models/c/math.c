// math.h (C17 7.12): functions that only inspect or change bits of a number, in IEC 60559 binary32 and
// binary64.

typedef unsigned long long bits_of_double;
typedef unsigned bits_of_float;
union double_and_bits { double number; bits_of_double bits; };
union float_and_bits { float number; bits_of_float bits; };

#define SIGN_double (1ull << 63)
#define EXPONENT_double (0x7ffull << 52)
#define LEAST_NORMAL_double (1ull << 52)
#define SIGN_float (1u << 31)
#define EXPONENT_float (0xffu << 23)
#define LEAST_NORMAL_float (1u << 23)

// The bits without the sign. They are at least EXPONENT for infinities and NaNs.
#define MAGNITUDE(type)                             \
  union type##_and_bits x = {number};               \
  bits_of_##type magnitude = x.bits & ~SIGN_##type;

// The results are the values of FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL and FP_NORMAL, in this order.
#define CLASSIFY(type)                            \
  if (magnitude > EXPONENT_##type) return 0;      \
  if (magnitude == EXPONENT_##type) return 1;     \
  if (magnitude == 0) return 2;                   \
  return magnitude < LEAST_NORMAL_##type ? 3 : 4;

// Returns 1 for infinity and -1 for minus infinity, as the GNU C library does.
#define INFINITE(type)                        \
  if (magnitude != EXPONENT_##type) return 0; \
  return x.bits & SIGN_##type ? -1 : 1;

// A function that inspects the magnitude of its argument.
#define INSPECTION(name, type, body) \
  int name(type number) {            \
    MAGNITUDE(type)                  \
    body                             \
  }

// The functions for one type, whose names end with `suffix`.
#define MATH_FUNCTIONS(type, suffix)                                      \
  type fabs##suffix(type number) {                                        \
    MAGNITUDE(type)                                                       \
    x.bits = magnitude;                                                   \
    return x.number;                                                      \
  }                                                                       \
  type copysign##suffix(type number, type other) {                        \
    MAGNITUDE(type)                                                       \
    union type##_and_bits y = {other};                                    \
    x.bits = magnitude | (y.bits & SIGN_##type);                          \
    return x.number;                                                      \
  }                                                                       \
  INSPECTION(__fpclassify##suffix, type, CLASSIFY(type))                  \
  int __signbit##suffix(type number) {                                    \
    union type##_and_bits x = {number};                                   \
    return (x.bits & SIGN_##type) != 0;                                   \
  }                                                                       \
  INSPECTION(isinf##suffix, type, INFINITE(type))                         \
  INSPECTION(__isinf##suffix, type, INFINITE(type))                       \
  INSPECTION(isnan##suffix, type, return magnitude > EXPONENT_##type;)    \
  INSPECTION(__isnan##suffix, type, return magnitude > EXPONENT_##type;)  \
  INSPECTION(finite##suffix, type, return magnitude < EXPONENT_##type;)   \
  INSPECTION(__finite##suffix, type, return magnitude < EXPONENT_##type;)

//: fabs: absolute value
//: copysign: the first number with the sign of the second
//: __fpclassify: the class of a number
//: __signbit: nonzero if the sign is negative
//: isinf: 1 for infinity, -1 for minus infinity
//: __isinf: 1 for infinity, -1 for minus infinity
//: isnan: 1 for NaN
//: __isnan: 1 for NaN
//: finite: 1 for finite numbers
//: __finite: 1 for finite numbers
MATH_FUNCTIONS(double, )

//: fabsf: absolute value
//: copysignf: the first number with the sign of the second
//: __fpclassifyf: the class of a number
//: __signbitf: nonzero if the sign is negative
//: isinff: 1 for infinity, -1 for minus infinity
//: __isinff: 1 for infinity, -1 for minus infinity
//: isnanf: 1 for NaN
//: __isnanf: 1 for NaN
//: finitef: 1 for finite numbers
//: __finitef: 1 for finite numbers
MATH_FUNCTIONS(float, f)
