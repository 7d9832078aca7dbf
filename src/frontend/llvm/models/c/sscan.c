// sscanf (C17 7.21.6.2, 7.21.6.7) with a literal format: each directive of the format becomes a call of one
// of these functions. `at` is the index of the next character of the string, or the code of an earlier
// failure; the result is the value of `at` for the next directive. No character after the end of the string
// is read.
#define NO_MATCH ((size_t)-2)
#define NO_INPUT ((size_t)-1)

// Start of a directive: keeps an earlier failure, and skips white space.
#define SSCAN_START(skips)       \
  if (at >= NO_MATCH) return at; \
  while ((skips) && (s[at] == ' ' || (s[at] >= '\t' && s[at] <= '\r'))) ++at;

//: sscanf: [format] as scanf, and %n; executions with numbers that do not fit are not followed
//: __pendulum_sscan_start: [part] finds the end of the string first, as libraries do
size_t __pendulum_sscan_start(const char *s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return 0;
}

//: __pendulum_sscan_text: [part] literal text
size_t __pendulum_sscan_text(const char *s, size_t at, int skips, const char *text) {
  size_t i;
  SSCAN_START(skips)
  for (i = 0; text[i] != 0; ++i) {
    if (s[at] == 0) return NO_INPUT;
    if (s[at] != text[i]) return NO_MATCH;
    ++at;
  }
  return at;
}

//: __pendulum_sscan_count: [part] %n: stores the number of characters so far
size_t __pendulum_sscan_count(const char *s, size_t at, int skips, int *to) {
  SSCAN_START(skips)
  *to = (int)at;
  return at;
}

// A string that ends early does not match (p12), but some libraries count it as a match.
//: __pendulum_sscan_chars: [part] %c
size_t __pendulum_sscan_chars(const char *s, size_t at, int skips, int is_dropped, char *to, size_t width) {
  size_t i;
  SSCAN_START(skips)
  if (s[at] == 0) return NO_INPUT;
  for (i = 0; i < width; ++i) {
    if (s[at] == 0) return __VERIFIER_nondet_model_int() ? at : NO_MATCH;
    if (!is_dropped) to[i] = s[at];
    ++at;
  }
  return at;
}

//: __pendulum_sscan_string: [part] %s: at most `width` characters and a terminating zero
size_t __pendulum_sscan_string(const char *s, size_t at, int is_dropped, char *to, size_t width) {
  size_t i = 0;
  SSCAN_START(1)
  if (s[at] == 0) return NO_INPUT;
  while (i < width && s[at] != 0 && s[at] != ' ' && !(s[at] >= '\t' && s[at] <= '\r')) {
    if (!is_dropped) to[i] = s[at];
    ++i;
    ++at;
  }
  if (!is_dropped) to[i] = 0;
  return at;
}

//: __pendulum_sscan_set: [part] %[: at most `width` characters in or not in the set, and a zero
size_t __pendulum_sscan_set(const char *s, size_t at, int skips, int is_dropped, char *to, size_t width, const char *set, int is_negated) {
  size_t i = 0;
  SSCAN_START(skips)
  if (s[at] == 0) return NO_INPUT;
  while (i < width && s[at] != 0) {
    size_t k = 0;
    while (set[k] != 0 && set[k] != s[at]) ++k;
    if ((set[k] != 0) == is_negated) break;
    if (!is_dropped) to[i] = s[at];
    ++i;
    ++at;
  }
  if (i == 0) return NO_MATCH;
  if (!is_dropped) to[i] = 0;
  return at;
}

// Base 0: the prefix determines the base, as for C constants.
#define RADIX (base != 0 ? base : radix)

// Reads a number. Its magnitude is at most `most`, or at most `least` after a minus sign; `least` is not
// smaller than `most`. If the type cannot represent the number, sscanf is undefined (p10), and the execution
// is not followed. In C, `0x` without a following digit does not match, but some libraries read a zero.
#define SSCAN_NUMBER(type, target)                                                              \
  type value = 0;                                                                               \
  size_t start;                                                                                 \
  int radix = 10;                                                                               \
  int is_negative = 0;                                                                          \
  int has_digits = 0;                                                                           \
  int has_prefix = 0;                                                                           \
  SSCAN_START(1)                                                                                \
  if (s[at] == 0) return NO_INPUT;                                                              \
  start = at;                                                                                   \
  if (s[at] == '-' || s[at] == '+') {                                                           \
    is_negative = s[at] == '-';                                                                 \
    ++at;                                                                                       \
  }                                                                                             \
  if ((base == 0 || base == 16) && at - start < width && s[at] == '0') {                        \
    has_digits = 1;                                                                             \
    radix = 8;                                                                                  \
    ++at;                                                                                       \
    if (at - start < width && (s[at] == 'x' || s[at] == 'X')) {                                 \
      has_digits = 0;                                                                           \
      has_prefix = 1;                                                                           \
      radix = 16;                                                                               \
      ++at;                                                                                     \
    }                                                                                           \
  }                                                                                             \
  while (at - start < width) {                                                                  \
    int digit = 16;                                                                             \
    if (s[at] >= '0' && s[at] <= '9') digit = s[at] - '0';                                      \
    if (s[at] >= 'a' && s[at] <= 'f') digit = s[at] - 'a' + 10;                                 \
    if (s[at] >= 'A' && s[at] <= 'F') digit = s[at] - 'A' + 10;                                 \
    if (digit >= RADIX) break;                                                                  \
    if (!is_dropped) {                                                                          \
      __pendulum_assume_fits(!__builtin_mul_overflow(value, (type)RADIX, &value));                   \
      __pendulum_assume_fits(!__builtin_add_overflow(value, (type)digit, &value) && value <= least); \
    }                                                                                           \
    has_digits = 1;                                                                             \
    ++at;                                                                                       \
  }                                                                                             \
  if (!has_digits && (!has_prefix || __VERIFIER_nondet_model_int())) return NO_MATCH;           \
  if (is_dropped) return at;                                                                    \
  __pendulum_assume_fits(is_negative || value <= most);                                              \
  *to = (target)(is_negative ? 0 - value : value);                                              \
  return at;

//: __pendulum_sscan_8: [part] %hhd and other conversions of 8 bits
size_t __pendulum_sscan_8(const char *s, size_t at, int is_dropped, signed char *to, size_t width, int base, unsigned most, unsigned least) {
  SSCAN_NUMBER(unsigned, signed char)
}

//: __pendulum_sscan_16: [part] %hd and other conversions of 16 bits
size_t __pendulum_sscan_16(const char *s, size_t at, int is_dropped, short *to, size_t width, int base, unsigned most, unsigned least) {
  SSCAN_NUMBER(unsigned, short)
}

//: __pendulum_sscan_32: [part] %d and other conversions of 32 bits
size_t __pendulum_sscan_32(const char *s, size_t at, int is_dropped, int *to, size_t width, int base, unsigned most, unsigned least) {
  SSCAN_NUMBER(unsigned, int)
}

//: __pendulum_sscan_64: [part] %lld and other conversions of 64 bits
size_t __pendulum_sscan_64(const char *s, size_t at, int is_dropped, long long *to, size_t width, int base, unsigned long long most, unsigned long long least) {
  SSCAN_NUMBER(unsigned long long, long long)
}

// Reads a number with a fraction like strtod. The start of a longer number (`1e`, `0x`, `infi`) does not match
// (p12), but some libraries read `1e` as 1, and `0x.` as 0.
#define SSCAN_REAL(...)                                                                               \
  const char *s;                                                                                      \
  if (at >= NO_MATCH) return at;                                                                      \
  while (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) ++at;                             \
  if (text[at] == 0) return NO_INPUT;                                                                 \
  s = text + at;                                                                                      \
  PARSE_REAL                                                                                          \
  if (category == no_number || (category == infinite_number && IN_LOWER_CASE(s[i]) == 'i')) return NO_MATCH;  \
  if (i == first_digit + 1 && s[first_digit] == '0' && IN_LOWER_CASE(s[i]) == 'x' &&                  \
      (s[i + 1] != '.' || __VERIFIER_nondet_model_int()))                                             \
    return NO_MATCH;                                                                                  \
  if (category == not_a_number && s[i] == '(') __pendulum_unsupported("sscanf of nan(...)");          \
  if (is_incomplete) {                                                                                \
    if (__VERIFIER_nondet_model_int()) return NO_MATCH;                                               \
    i += s[i + 1] == '-' || s[i + 1] == '+' ? 2 : 1;                                                  \
  }                                                                                                   \
  if (is_dropped) return at + i;                                                                      \
  {                                                                                                   \
    __VA_ARGS__                                                                                       \
    *to = result;                                                                                     \
  }                                                                                                   \
  return at + i;

//: __pendulum_sscan_float: [part] %f
size_t __pendulum_sscan_float(const char *text, size_t at, int is_dropped, float *to) {
  SSCAN_REAL(FLOAT_RESULT(__pendulum_real_strtof(s, 0)))
}

//: __pendulum_sscan_double: [part] %lf
size_t __pendulum_sscan_double(const char *text, size_t at, int is_dropped, double *to) {
  SSCAN_REAL(DOUBLE_RESULT(__pendulum_real_strtod(s, 0)))
}

//: __pendulum_sscan_long_double: [part] %Lf
size_t __pendulum_sscan_long_double(const char *text, size_t at, int is_dropped, long double *to) {
  SSCAN_REAL(LONG_DOUBLE_RESULT(__pendulum_real_strtold(s, 0)))
}

// Returns EOF if the string ended before the first conversion. Libraries differ in whether a suppressed
// conversion counts.
//: __pendulum_sscan_end: [part] the result
int __pendulum_sscan_end(size_t at, int count, int completed) {
  if (at != NO_INPUT || count > 0) return count;
  return completed > 0 && __VERIFIER_nondet_model_int() ? 0 : -1;
}
