// sprintf, snprintf (C17 7.21.6) and asprintf with a literal format: each directive of the format becomes a
// call of one of these functions. The character at index `at` of the output is written if it leaves space for
// the terminating zero in `limit` bytes. The result is the index of the next character.

enum { right = 0, left = 1, with_zeros = 2 };

//: sprintf: [format] with a literal format of text, %s, %c, %d, %i, %u, %o, %x, %X, lengths, widths, precisions, and the flags -+ #0
//: snprintf: [format] as sprintf, within a limit
//: asprintf: [format] as sprintf, to new memory
//: __pendulum_put_string: [part] %s: at most `most` characters
size_t __pendulum_put_string(char *to, size_t limit, size_t at, const char *s, size_t most, size_t width, int place) {
  size_t n = 0;
  size_t i;
  while (n < most && s[n] != 0) ++n;
  for (i = n; place == right && i < width; ++i) {
    if (at + 1 < limit) to[at] = ' ';
    ++at;
  }
  for (i = 0; i < n; ++i) {
    if (at + 1 < limit) to[at] = s[i];
    ++at;
  }
  for (i = n; place == left && i < width; ++i) {
    if (at + 1 < limit) to[at] = ' ';
    ++at;
  }
  return at;
}

//: __pendulum_put_char: [part] %c
size_t __pendulum_put_char(char *to, size_t limit, size_t at, int c, size_t width, int place) {
  size_t i;
  for (i = 1; place == right && i < width; ++i) {
    if (at + 1 < limit) to[at] = ' ';
    ++at;
  }
  if (at + 1 < limit) to[at] = (char)c;
  ++at;
  for (i = 1; place == left && i < width; ++i) {
    if (at + 1 < limit) to[at] = ' ';
    ++at;
  }
  return at;
}

// Writes the digits of `value`, at least `least`, preceded by its sign and by 0x or 0X if `prefix` is not zero.
// `next` is `value` divided by the base.
#define PUT_FILLER(where, filler)                     \
  for (i = length; place == where && i < width; ++i) { \
    if (at + 1 < limit) to[at] = filler;              \
    ++at;                                             \
  }
#define PUT_DIGITS(digit, next)                       \
  char digits[22];                                    \
  size_t n = 0;                                       \
  size_t length;                                      \
  size_t i;                                           \
  if (value == 0) prefix = 0;                         \
  for (; value != 0; value = next) {                  \
    digits[n] = (char)(digit);                        \
    ++n;                                              \
  }                                                   \
  length = n < least ? least : n;                     \
  if (sign != 0) ++length;                            \
  if (prefix != 0) length += 2;                       \
  PUT_FILLER(right, ' ')                              \
  if (sign != 0) {                                    \
    if (at + 1 < limit) to[at] = (char)sign;          \
    ++at;                                             \
  }                                                   \
  if (prefix != 0) {                                  \
    if (at + 1 < limit) to[at] = '0';                 \
    if (at + 2 < limit) to[at + 1] = (char)prefix;    \
    at += 2;                                          \
  }                                                   \
  PUT_FILLER(with_zeros, '0')                         \
  for (i = n; i < least; ++i) {                       \
    if (at + 1 < limit) to[at] = '0';                 \
    ++at;                                             \
  }                                                   \
  while (n > 0) {                                     \
    --n;                                              \
    if (at + 1 < limit) to[at] = digits[n];           \
    ++at;                                             \
  }                                                   \
  PUT_FILLER(left, ' ')                               \
  return at;

//: __pendulum_put_decimal: [part] %d and %u
size_t __pendulum_put_decimal(char *to, size_t limit, size_t at, unsigned value, int sign, size_t width, int place, size_t least) {
  int prefix = 0;
  PUT_DIGITS('0' + value % 10, value / 10)
}

//: __pendulum_put_long_decimal: [part] %lld and %llu
size_t __pendulum_put_long_decimal(char *to, size_t limit, size_t at, unsigned long long value, int sign, size_t width, int place, size_t least) {
  int prefix = 0;
  PUT_DIGITS('0' + value % 10, value / 10)
}

//: __pendulum_put_octal: [part] %o
size_t __pendulum_put_octal(char *to, size_t limit, size_t at, unsigned long long value, size_t width, int place, size_t least) {
  int sign = 0;
  int prefix = 0;
  PUT_DIGITS('0' + (value & 7), value >> 3)
}

//: __pendulum_put_hexadecimal: [part] %x
size_t __pendulum_put_hexadecimal(char *to, size_t limit, size_t at, unsigned long long value, int letter, size_t width, int place, size_t least, int prefix) {
  int sign = 0;
  PUT_DIGITS((value & 15) < 10 ? '0' + (value & 15) : letter + (value & 15) - 10, value >> 4)
}

//: __pendulum_put_end: [part] the zero after the output
void __pendulum_put_end(char *to, size_t limit, size_t at) {
  if (limit != 0) to[at < limit ? at : limit - 1] = 0;
}
