// Functions of the GNU C library on strings, functions that depend on the locale, and texts of errors and signals.

//: __memcmpeq: whether bytes differ
int __memcmpeq(const void *a, const void *b, size_t n) { COMPARE_BYTES }

//: strxfrm: copies a string as far as it fits; returns its length
size_t strxfrm(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; from[i] != 0; ++i)
    if (i < n) to[i] = from[i];
  if (i < n) to[i] = 0;
  return i;
}

//: strcoll_l: compares strings, in the "C" locale as strcmp
int strcoll_l(const char *a, const char *b, const void *locale) { COMPARE_STRINGS }

#define COMPARE_LETTERS(limit)                \
  size_t i;                                   \
  for (i = 0; limit; ++i) {                   \
    int x = (unsigned char)a[i];              \
    int y = (unsigned char)b[i];              \
    if (x >= 'A' && x <= 'Z') x += 'a' - 'A'; \
    if (y >= 'A' && y <= 'Z') y += 'a' - 'A'; \
    if (x != y || x == 0) return x - y;       \
  }                                           \
  return 0;

//: strcasecmp_l: as strcasecmp
int strcasecmp_l(const char *a, const char *b, const void *locale) { COMPARE_LETTERS(1) }

//: strncasecmp_l: as strncasecmp
int strncasecmp_l(const char *a, const char *b, size_t n, const void *locale) { COMPARE_LETTERS(i < n) }

#define IS_DIGIT_OF(s, i) ((s)[i] >= '0' && (s)[i] <= '9')

// Digits with the same first digits are compared as a number, or as a fraction if the first digit is zero.
//: strverscmp: compares strings, and numbers inside of them by their value
int strverscmp(const char *a, const char *b) {
  size_t i = 0;
  size_t start = 0;  // of the digits before index i
  size_t j;
  int has_only_zeros = 1;
  for (; a[i] == b[i]; ++i) {
    if (a[i] == 0) return 0;
    if (!IS_DIGIT_OF(a, i)) {
      start = i + 1;
      has_only_zeros = 1;
    } else if (a[i] != '0') {
      has_only_zeros = 0;
    }
  }
  if (IS_DIGIT_OF(a, start) && a[start] != '0' && IS_DIGIT_OF(b, start) && b[start] != '0') {
    for (j = i; IS_DIGIT_OF(a, j); ++j)
      if (!IS_DIGIT_OF(b, j)) return 1;
    if (IS_DIGIT_OF(b, j)) return -1;
  } else if (has_only_zeros && start < i && (IS_DIGIT_OF(a, i) || IS_DIGIT_OF(b, i))) {
    return (int)(unsigned char)(a[i] - '0') - (int)(unsigned char)(b[i] - '0');
  }
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

//: basename: the text after the last slash
char *basename(const char *path) {
  const char *last = path;
  size_t i;
  for (i = 0; path[i] != 0; ++i)
    if (path[i] == '/') last = path + i + 1;
  return (char *)last;
}

static const char __pendulum_directory[2] = ".";

//: __xpg_basename: the last part of a path; removes slashes after it
char *__xpg_basename(char *path) {
  size_t end = 0;
  size_t start;
  if (path == 0 || path[0] == 0) return (char *)__pendulum_directory;
  while (path[end] != 0) ++end;
  if (path[end - 1] == '/') {
    while (end > 0 && path[end - 1] == '/') --end;
    if (end == 0) {  // only slashes
      while (path[end + 1] != 0) ++end;
      return path + end;
    }
    path[end] = 0;
  }
  for (start = end; start > 0 && path[start - 1] != '/'; --start) {
  }
  return path + start;
}

//: dirname: the path without its last part
char *dirname(char *path) {
  size_t end = 0;
  if (path == 0) return (char *)__pendulum_directory;
  while (path[end] != 0) ++end;
  while (end > 0 && path[end - 1] == '/') --end;
  if (end > 0) {
    while (end > 0 && path[end - 1] != '/') --end;
    if (end == 0) return (char *)__pendulum_directory;
    while (end > 0 && path[end - 1] == '/') --end;
  } else if (path[0] == 0) {
    return (char *)__pendulum_directory;
  }
  if (end > 0)
    path[end] = 0;
  else if (path[1] == '/' && path[2] != '/')  // POSIX permits a meaning of exactly two slashes
    path[2] = 0;
  else
    path[1] = 0;
  return path;
}

//: memfrob: changes bytes by exclusive or with 42
void *memfrob(void *to, size_t n) {
  char *bytes = to;
  size_t i;
  for (i = 0; i < n; ++i) bytes[i] ^= 42;
  return to;
}

extern int __xpg_strerror_r(int number, char *text, size_t size);

// The real function writes the texts; the model knows only that they are strings that are not empty. Texts of
// different errors are different objects, as in the GNU C library.
enum { error_count = 134, text_size = 52 };
static char __pendulum_error_texts[error_count][text_size];
static char __pendulum_unknown_error[text_size];
#define ERROR_TEXT                                                                \
  if (number >= 0 && number < error_count && number != 41 && number != 58) {      \
    char *text = __pendulum_error_texts[number];                                  \
    int saved = __pendulum_errno;                                                 \
    __xpg_strerror_r(number, text, text_size);                                    \
    __pendulum_errno = saved;                                                     \
    __VERIFIER_assume(text[0] != 0 && text[text_size - 1] == 0);                  \
    return text;                                                                  \
  }

// Numbers without an error: the text and the number, as far as they fit.
#define UNKNOWN_ERROR(to, limit)                                              \
  unsigned rest = number < 0 ? 0 - (unsigned)number : (unsigned)number;       \
  size_t length = number < 0 ? 1 : 0;                                         \
  size_t i;                                                                   \
  unsigned digits = rest;                                                     \
  do {                                                                        \
    ++length;                                                                 \
    digits /= 10;                                                             \
  } while (digits != 0);                                                      \
  for (i = 14 + length; i > 14; --i) {                                        \
    if (i - 1 < (limit)) (to)[i - 1] = (char)('0' + rest % 10);               \
    rest /= 10;                                                               \
  }                                                                           \
  if (number < 0 && 14 < (limit)) (to)[14] = '-';                             \
  for (i = 0; i < 14; ++i)                                                    \
    if (i < (limit)) (to)[i] = "Unknown error "[i];                           \
  if ((limit) != 0) (to)[14 + length < (limit) ? 14 + length : (limit) - 1] = 0; \
  return to;

//: strerror: [any] a string that is not empty
char *strerror(int number) {
  ERROR_TEXT
  UNKNOWN_ERROR(__pendulum_unknown_error, (size_t)text_size)
}

//: strerror_l: [any] a string that is not empty
char *strerror_l(int number, const void *locale) {
  ERROR_TEXT
  UNKNOWN_ERROR(__pendulum_unknown_error, (size_t)text_size)
}

// Only texts of unknown errors are stored in the buffer of the caller.
//: strerror_r: [any] a string that is not empty
char *strerror_r(int number, char *buffer, size_t size) {
  ERROR_TEXT
  UNKNOWN_ERROR(buffer, size)
}

//: strsignal: [any] a string that is not empty
char *strsignal(int number) {
  static char texts[66][32];
  char *text = texts[number > 0 && number < 65 ? number : 65];
  int i;
  for (i = 0; i < 31; ++i) text[i] = (char)__pendulum_havoc_int('?');
  __VERIFIER_assume(text[0] != 0);
  return text;
}
