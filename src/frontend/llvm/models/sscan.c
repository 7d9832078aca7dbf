// sscanf (C17 7.21.6.2, 7.21.6.7) with a literal format: each part of the format becomes a call of one of these. `at` is
// the place in the string that comes next, or says which failure there was before; the result is the same for the next
// part. Nothing behind the end of the string is read.
#define NO_MATCH ((size_t)-2)
#define NO_INPUT ((size_t)-1)

// Before a part: an earlier failure stays, white space is skipped.
#define SSCAN_START(skips)       \
  if (at >= NO_MATCH) return at; \
  while ((skips) && (s[at] == ' ' || (s[at] >= '\t' && s[at] <= '\r'))) ++at;

//: sscanf: [format] with a literal format as of scanf; numbers that do not fit are not followed
//: __pendulum_sscan_start: [part] libraries look for the end of the string first
size_t __pendulum_sscan_start(const char *s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return 0;
}

//: __pendulum_sscan_text: [part] text that has to be there
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

// A string that ends too early does not match (p12); some libraries count it all the same.
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

//: __pendulum_sscan_string: [part] %s: at most `width` characters and an end
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

//: __pendulum_sscan_set: [part] %[: at most `width` characters that are in the set, or that are not, and an end
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

// Base 0: as a constant in C is written.
#define RADIX (base != 0 ? base : radix)

// At most `most` as it stands, at most `least`, which is not smaller, behind a minus sign. What the type cannot hold makes
// sscanf undefined (p10): not followed. Of `0x` without a digit behind it C says that it does not match; some libraries
// read a zero.
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

//: __pendulum_sscan_8: [part] %hhd and its like
size_t __pendulum_sscan_8(const char *s, size_t at, int is_dropped, signed char *to, size_t width, int base, unsigned most, unsigned least) {
  SSCAN_NUMBER(unsigned, signed char)
}

//: __pendulum_sscan_16: [part] %hd and its like
size_t __pendulum_sscan_16(const char *s, size_t at, int is_dropped, short *to, size_t width, int base, unsigned most, unsigned least) {
  SSCAN_NUMBER(unsigned, short)
}

//: __pendulum_sscan_32: [part] %d and its like
size_t __pendulum_sscan_32(const char *s, size_t at, int is_dropped, int *to, size_t width, int base, unsigned most, unsigned least) {
  SSCAN_NUMBER(unsigned, int)
}

//: __pendulum_sscan_64: [part] %lld and its like
size_t __pendulum_sscan_64(const char *s, size_t at, int is_dropped, long long *to, size_t width, int base, unsigned long long most, unsigned long long least) {
  SSCAN_NUMBER(unsigned long long, long long)
}

// EOF: the string ended before anything was converted. Libraries differ in whether a dropped conversion counts there.
//: __pendulum_sscan_end: [part] the result
int __pendulum_sscan_end(size_t at, int count, int completed) {
  if (at != NO_INPUT || count > 0) return count;
  return completed > 0 && __VERIFIER_nondet_model_int() ? 0 : -1;
}
