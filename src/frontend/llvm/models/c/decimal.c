// Numbers with a fraction in strings (C17 7.22.1.3). The product or the quotient of two numbers that the type
// represents exactly is rounded once, hence correctly [Clinger 1990]: this is how the models compute decimal
// numbers with an exact significand and a small exponent. All other numbers (longer ones, large ones, NaNs) are
// results of the library: in proofs only their sign and their class are known, and errors do not depend on them.
static const double __pendulum_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const long double __pendulum_long_powers[] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
    1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

#define IN_LOWER_CASE(c) ((c) | 32)
#define IS_DECIMAL(c) ((c) >= '0' && (c) <= '9')
#define HAS_LETTERS(s, a, b, c) (IN_LOWER_CASE((s)[0]) == (a) && IN_LOWER_CASE((s)[1]) == (b) && IN_LOWER_CASE((s)[2]) == (c))
enum { no_number, infinite_number, not_a_number, library_number, decimal_number, hexadecimal_number };

// Finds the number that s starts with. Afterwards `i` is the index of its end, `category` one of the above; a
// decimal number is significand * 10^exponent, and a hexadecimal one is significand * 2^exponent.
#define PARSE_REAL                                                                                   \
  size_t i = 0, first_digit = 0;                                                                     \
  unsigned long long significand = 0;                                                                \
  int exponent = 0;                                                                                  \
  int is_negative = 0;                                                                               \
  int category = no_number;                                                                          \
  int is_incomplete = 0;                                                                             \
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;                                         \
  if (s[i] == '-' || s[i] == '+') {                                                                  \
    is_negative = s[i] == '-';                                                                       \
    ++i;                                                                                             \
  }                                                                                                  \
  if (HAS_LETTERS(s + i, 'i', 'n', 'f')) {                                                           \
    category = infinite_number;                                                                      \
    i += 3;                                                                                          \
    if (HAS_LETTERS(s + i, 'i', 'n', 'i') && IN_LOWER_CASE(s[i + 3]) == 't' && IN_LOWER_CASE(s[i + 4]) == 'y') i += 5;\
  } else if (HAS_LETTERS(s + i, 'n', 'a', 'n')) {                                                    \
    category = not_a_number;                                                                         \
    i += 3;                                                                                          \
  } else {                                                                                           \
    int radix = 10, step = 1;                                                                        \
    int has_point = 0;                                                                               \
    first_digit = i;                                                                                 \
    if (s[i] == '0' && IN_LOWER_CASE(s[i + 1]) == 'x' &&                                             \
        (IS_HEXADECIMAL(s[i + 2]) || (s[i + 2] == '.' && IS_HEXADECIMAL(s[i + 3])))) {               \
      radix = 16, step = 4;                                                                          \
      i += 2;                                                                                        \
    }                                                                                                \
    for (;; ++i) {                                                                                   \
      int digit = 16;                                                                                \
      if (s[i] == '.' && !has_point) {                                                               \
        has_point = 1;                                                                               \
        continue;                                                                                    \
      }                                                                                              \
      if (IS_DECIMAL(s[i])) digit = s[i] - '0';                                                      \
      else if (IS_HEXADECIMAL(s[i])) digit = IN_LOWER_CASE(s[i]) - 'a' + 10;                         \
      if (digit >= radix) break;                                                                     \
      if (category == no_number) category = radix == 10 ? decimal_number : hexadecimal_number;       \
      if (significand < 1000000000000000000ull) {                                                    \
        significand = significand * (unsigned)radix + (unsigned)digit;                               \
        exponent -= has_point ? step : 0;                                                            \
      } else {                                                                                       \
        exponent += has_point ? 0 : step;                                                            \
        if (digit != 0 || exponent > 9999) category = library_number;                                \
      }                                                                                              \
      if (exponent < -9999 || exponent > 9999) {                                                     \
        exponent = 0;                                                                                \
        category = library_number;                                                                   \
      }                                                                                              \
    }                                                                                                \
    if (category == no_number) i = 0;                                                                \
    if (category != no_number && IN_LOWER_CASE(s[i]) == (radix == 10 ? 'e' : 'p')) {                 \
      int written = 0;                                                                               \
      int has_minus = s[i + 1] == '-';                                                               \
      size_t j = i + 1 + (has_minus || s[i + 1] == '+');                                             \
      if (IS_DECIMAL(s[j])) {                                                                        \
        for (; IS_DECIMAL(s[j]); ++j)                                                                \
          if (written < 100000) written = written * 10 + (s[j] - '0');                               \
        exponent += has_minus ? -written : written;                                                  \
        i = j;                                                                                       \
      } else {                                                                                       \
        is_incomplete = 1;  /* an exponent without digits follows */                                 \
      }                                                                                              \
    }                                                                                                \
  }

// Whether a number is in the middle between two neighbours of type float, unless it is very small or large.
static int __pendulum_is_middle(double x) {
  union { double number; unsigned long long bits; } u = {x};
  return (u.bits & 0x1fffffff) == 0x10000000;
}

#define SIGNED(magnitude) (is_negative ? -(magnitude) : (magnitude))
#define SCALED(type, powers) \
  (exponent < 0 ? SIGNED((type)significand) / powers[-exponent] : SIGNED((type)significand) * powers[exponent])

static double __pendulum_power_of_two(int exponent) {
  union { unsigned long long bits; double number; } u = {(unsigned long long)(exponent + 1023) << 52};
  return u.number;
}

// Defines `result`, the number. `library` is the result of the library for the same string. The range of a
// hexadecimal exponent excludes results that do not fit the type.
#define REAL_RESULT(type, is_exact, exact, least, most, library)                                      \
  type result = 0;                                                                                    \
  if (category == infinite_number) {                                                                  \
    result = SIGNED((type)__builtin_inf());                                                           \
  } else if (category >= decimal_number && significand == 0) {                                        \
    result = SIGNED((type)0);                                                                         \
  } else if (category == decimal_number && (is_exact)) {                                              \
    result = exact;                                                                                   \
  } else if (category == hexadecimal_number && significand <= 1ull << 53 && exponent >= (least) &&    \
             exponent <= (most)) {                                                                    \
    result = (type)(SIGNED((double)significand) * __pendulum_power_of_two(exponent));                 \
  } else if (category != no_number) {                                                                 \
    __VERIFIER_assume(__pendulum_havoc_int(0));                                                       \
    result = library;                                                                                 \
    if (category == not_a_number)                                                                     \
      __VERIFIER_assume(result != result);                                                            \
    else                                                                                              \
      __VERIFIER_assume(is_negative ? result <= 0 : result >= 0);                                     \
  }

#define IS_EXACT_DOUBLE (significand <= 1ull << 53 && exponent >= -22 && exponent <= 22)
#define DOUBLE_RESULT(library) \
  REAL_RESULT(double, IS_EXACT_DOUBLE, SCALED(double, __pendulum_powers), -1000, 900, library)
// A correctly rounded double, rounded to float, is correctly rounded unless it is in the middle.
#define FLOAT_RESULT(library)                                                                  \
  REAL_RESULT(float, IS_EXACT_DOUBLE && !__pendulum_is_middle(SCALED(double, __pendulum_powers)), \
              (float)SCALED(double, __pendulum_powers), -100, 70, library)
#define LONG_DOUBLE_RESULT(library)                                                            \
  REAL_RESULT(long double, exponent >= -27 && exponent <= 27,                                  \
              SCALED(long double, __pendulum_long_powers), -1000, 900, library)

// A NaN may be followed by characters in parentheses, which the library reads.
#define STORE_END(library)                                        \
  if (category == not_a_number && s[i] == '(') {                  \
    library;                                                      \
  } else if (end != 0) {                                          \
    *end = (void *)(s + i);                                       \
  }

extern double __pendulum_real_strtod(const char *, char **), __pendulum_real_wcstod(const __WCHAR_TYPE__ *, __WCHAR_TYPE__ **);
extern float __pendulum_real_strtof(const char *, char **), __pendulum_real_wcstof(const __WCHAR_TYPE__ *, __WCHAR_TYPE__ **);
extern long double __pendulum_real_strtold(const char *, char **);
extern long double __pendulum_real_wcstold(const __WCHAR_TYPE__ *, __WCHAR_TYPE__ **);

//: atof: [any] as strtod
double atof(const char *s) {
  PARSE_REAL
  DOUBLE_RESULT(__pendulum_real_strtod(s, 0))
  return result;
}

//: strtod: exact for at most 16 digits and exponents from -22 to 22; only the sign of others is known
double strtod(const char *s, char **end) {
  PARSE_REAL
  STORE_END(__pendulum_real_strtod(s, end))
  DOUBLE_RESULT(__pendulum_real_strtod(s, 0))
  return result;
}

//: strtof: as strtod
float strtof(const char *s, char **end) {
  PARSE_REAL
  STORE_END(__pendulum_real_strtof(s, end))
  FLOAT_RESULT(__pendulum_real_strtof(s, 0))
  return result;
}

//: strtold: exact for at most 18 digits and exponents from -27 to 27; only the sign of others is known
long double strtold(const char *s, char **end) {
  PARSE_REAL
  STORE_END(__pendulum_real_strtold(s, end))
  LONG_DOUBLE_RESULT(__pendulum_real_strtold(s, 0))
  return result;
}

//: wcstod: as strtod
double wcstod(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) {
  PARSE_REAL
  STORE_END(__pendulum_real_wcstod(s, end))
  DOUBLE_RESULT(__pendulum_real_wcstod(s, 0))
  return result;
}

//: wcstof: as strtod
float wcstof(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) {
  PARSE_REAL
  STORE_END(__pendulum_real_wcstof(s, end))
  FLOAT_RESULT(__pendulum_real_wcstof(s, 0))
  return result;
}

//: wcstold: as strtold
long double wcstold(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) {
  PARSE_REAL
  STORE_END(__pendulum_real_wcstold(s, end))
  LONG_DOUBLE_RESULT(__pendulum_real_wcstold(s, 0))
  return result;
}
