// Numbers in strings (C17 7.22.1). If the type cannot represent a number, atoi is undefined (7.22.1p1), and the
// execution is not followed.

#define PARSE_DECIMAL(type)                                                      \
  size_t i = 0;                                                                  \
  type value = 0;                                                                \
  int is_negative = 0;                                                           \
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;                     \
  if (s[i] == '-' || s[i] == '+') {                                              \
    is_negative = s[i] == '-';                                                   \
    ++i;                                                                         \
  }                                                                              \
  while (s[i] >= '0' && s[i] <= '9') {                                           \
    value = is_negative ? value * 10 - (s[i] - '0') : value * 10 + (s[i] - '0'); \
    ++i;                                                                         \
  }                                                                              \
  return value;

//: atoi: the number that a string starts with
int atoi(const char *s) { PARSE_DECIMAL(int) }

//: atol: the number that a string starts with
long atol(const char *s) { PARSE_DECIMAL(long) }

//: atoll: the number that a string starts with
long long atoll(const char *s) { PARSE_DECIMAL(long long) }

// C17 7.22.1.4, in unsigned arithmetic of the result's width: the magnitude is at most `most`, or at most
// `least` after a minus sign. The parameter `base` is not assigned, so that a constant base remains constant.
// Wide strings are parsed in the same way.
#define IS_HEXADECIMAL(c) (((c) >= '0' && (c) <= '9') || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define PARSE_INTEGER(type, most, least)                                                  \
  size_t i = 0;                                                                           \
  type value = 0;                                                                         \
  int radix = base;                                                                       \
  int is_negative = 0;                                                                    \
  int has_digits = 0;                                                                     \
  int is_too_large = 0;                                                                   \
  if (base < 0 || base == 1 || base > 36) {                                               \
    __pendulum_errno = invalid_argument;                                                  \
    return 0;                                                                             \
  }                                                                                       \
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;                              \
  if (s[i] == '-' || s[i] == '+') {                                                       \
    is_negative = s[i] == '-';                                                            \
    ++i;                                                                                  \
  }                                                                                       \
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && \
      IS_HEXADECIMAL(s[i + 2])) {                                                         \
    i += 2;                                                                               \
    radix = 16;                                                                           \
  } else if (base == 0) {                                                                 \
    radix = s[i] == '0' ? 8 : 10;                                                         \
  }                                                                                       \
  for (;;) {                                                                              \
    int digit = 36;                                                                       \
    type before_last = is_negative ? (least) / (type)radix : (most) / (type)radix;        \
    type last = is_negative ? (least) % (type)radix : (most) % (type)radix;               \
    if (s[i] >= '0' && s[i] <= '9') digit = s[i] - '0';                                   \
    if (s[i] >= 'a' && s[i] <= 'z') digit = s[i] - 'a' + 10;                              \
    if (s[i] >= 'A' && s[i] <= 'Z') digit = s[i] - 'A' + 10;                              \
    if (digit >= radix) break;                                                            \
    has_digits = 1;                                                                       \
    if (value > before_last || (value == before_last && (type)digit > last)) is_too_large = 1; \
    value = value * (type)radix + (type)digit;                                            \
    ++i;                                                                                  \
  }                                                                                       \
  if (end != 0) *end = (void *)(s + (has_digits ? i : 0));                                \
  if (is_too_large) {                                                                     \
    value = is_negative ? (least) : (most);                                               \
    __pendulum_errno = out_of_range;                                                      \
  }

//: strtol: the number that a string starts with, in any base
long strtol(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long, ~0ul >> 1, (~0ul >> 1) + 1)
  return (long)(is_negative ? 0 - value : value);
}

//: strtoll: the number that a string starts with, in any base
long long strtoll(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (long long)(is_negative ? 0 - value : value);
}

//: strtoul: the number that a string starts with, in any base
unsigned long strtoul(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long, ~0ul, ~0ul)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: strtoull: the number that a string starts with, in any base
unsigned long long strtoull(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: strtol_l: as strtol
long strtol_l(const char *s, char **end, int base, const void *locale) {
  PARSE_INTEGER(unsigned long, ~0ul >> 1, (~0ul >> 1) + 1)
  return (long)(is_negative ? 0 - value : value);
}

//: strtoul_l: as strtoul
unsigned long strtoul_l(const char *s, char **end, int base, const void *locale) {
  PARSE_INTEGER(unsigned long, ~0ul, ~0ul)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: strtoll_l: as strtoll
long long strtoll_l(const char *s, char **end, int base, const void *locale) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (long long)(is_negative ? 0 - value : value);
}

//: strtoull_l: as strtoull
unsigned long long strtoull_l(const char *s, char **end, int base, const void *locale) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}

// The digits of a64l and l64a: ./0-9A-Za-z, the least significant one first.
//: a64l: the number of at most six digits in base 64, modulo 2^32
long a64l(const char *s) {
  unsigned value = 0;
  int i;
  for (i = 0; i < 6; ++i) {
    unsigned digit;
    char c = s[i];
    if (c >= '.' && c <= '9')
      digit = (unsigned)(c - '.');
    else if (c >= 'A' && c <= 'Z')
      digit = (unsigned)(c - 'A' + 12);
    else if (c >= 'a' && c <= 'z')
      digit = (unsigned)(c - 'a' + 38);
    else
      break;
    value |= digit << (6 * i);
  }
  return (long)value;
}

//: l64a: the digits of the lower 32 bits in base 64, in a static object
char *l64a(long number) {
  static char digits[7];
  unsigned rest = (unsigned)number;
  int i = 0;
  for (; rest != 0; rest >>= 6) {
    unsigned digit = rest & 63;
    digits[i] = (char)(digit < 12 ? '.' + digit : digit < 38 ? 'A' + digit - 12 : 'a' + digit - 38);
    ++i;
  }
  digits[i] = 0;
  return digits;
}
