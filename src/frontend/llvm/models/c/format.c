// sprintf, snprintf (C17 7.21.6) and asprintf with a literal format: each directive of the format becomes a
// call of one of these functions. The character at index `at` of the output is written if it leaves space for
// the terminating zero in `limit` bytes. The result is the index of the next character.

enum { right = 0, left = 1, with_zeros = 2 };

//: sprintf: [format] with a literal format of text, %s, %c, %d, %i, %u, %x, %X, lengths, widths, - and 0
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
size_t __pendulum_put_char(char *to, size_t limit, size_t at, int c) {
  if (at + 1 < limit) to[at] = (char)c;
  return at + 1;
}

// Writes the digits of `value`, preceded by its sign. `next` is `value` divided by the base.
#define PUT_DIGITS(digit, next)                                            \
  char digits[20];                                                         \
  size_t n = 0;                                                            \
  size_t length;                                                           \
  size_t i;                                                                \
  do {                                                                     \
    digits[n] = (char)(digit);                                             \
    ++n;                                                                   \
    value = next;                                                          \
  } while (value != 0);                                                    \
  length = is_negative ? n + 1 : n;                                        \
  for (i = length; place == right && i < width; ++i) {                     \
    if (at + 1 < limit) to[at] = ' ';                                      \
    ++at;                                                                  \
  }                                                                        \
  if (is_negative) {                                                       \
    if (at + 1 < limit) to[at] = '-';                                      \
    ++at;                                                                  \
  }                                                                        \
  for (i = length; place == with_zeros && i < width; ++i) {                \
    if (at + 1 < limit) to[at] = '0';                                      \
    ++at;                                                                  \
  }                                                                        \
  while (n > 0) {                                                          \
    --n;                                                                   \
    if (at + 1 < limit) to[at] = digits[n];                                \
    ++at;                                                                  \
  }                                                                        \
  for (i = length; place == left && i < width; ++i) {                      \
    if (at + 1 < limit) to[at] = ' ';                                      \
    ++at;                                                                  \
  }                                                                        \
  return at;

//: __pendulum_put_decimal: [part] %d and %u
size_t __pendulum_put_decimal(char *to, size_t limit, size_t at, unsigned value, int is_negative, size_t width, int place) {
  PUT_DIGITS('0' + value % 10, value / 10)
}

//: __pendulum_put_long_decimal: [part] %lld and %llu
size_t __pendulum_put_long_decimal(char *to, size_t limit, size_t at, unsigned long long value, int is_negative, size_t width, int place) {
  PUT_DIGITS('0' + value % 10, value / 10)
}

//: __pendulum_put_hexadecimal: [part] %x
size_t __pendulum_put_hexadecimal(char *to, size_t limit, size_t at, unsigned long long value, int letter, size_t width, int place) {
  int is_negative = 0;
  PUT_DIGITS((value & 15) < 10 ? '0' + (value & 15) : letter + (value & 15) - 10, value >> 4)
}

//: __pendulum_put_end: [part] the zero after the output
void __pendulum_put_end(char *to, size_t limit, size_t at) {
  if (limit != 0) to[at < limit ? at : limit - 1] = 0;
}
