// Wide strings (wchar.h, C17 7.29.4).

//: wcslen: length of a wide string
size_t wcslen(const __WCHAR_TYPE__ *s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

//: wcsnlen: length of a wide string, at most n
size_t wcsnlen(const __WCHAR_TYPE__ *s, size_t n) {
  size_t i = 0;
  while (i < n && s[i] != 0) ++i;
  return i;
}

//: wcscpy: copies a wide string
__WCHAR_TYPE__ *wcscpy(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from) {
  COPY_STRING
  return to;
}

//: wcpcpy: copies a wide string and returns its end
__WCHAR_TYPE__ *wcpcpy(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from) {
  COPY_STRING
  return to + i;
}

#define COPY_PADDED                                    \
  size_t i = 0;                                        \
  size_t end;                                          \
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];  \
  for (end = i; i < n; ++i) to[i] = 0;

//: wcsncpy: copies at most n wide characters and fills the rest with zeros
__WCHAR_TYPE__ *wcsncpy(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  COPY_PADDED
  return to;
}

//: wcpncpy: as wcsncpy; returns the end of the copied text
__WCHAR_TYPE__ *wcpncpy(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  COPY_PADDED
  return to + end;
}

//: wcscat: appends a wide string
__WCHAR_TYPE__ *wcscat(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from) { APPEND_STRING(from[i] != 0) }

//: wcsncat: appends at most n wide characters
__WCHAR_TYPE__ *wcsncat(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  APPEND_STRING(i < n && from[i] != 0)
}

// C17 7.29.4.4: only the sign of the result is specified; the GNU C library returns -1, 0 or 1.
#define COMPARE_WIDE(limit, stops)                        \
  size_t i;                                               \
  for (i = 0; limit; ++i) {                               \
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;        \
    if (stops) return 0;                                  \
  }                                                       \
  return 0;

//: wcscmp: compares wide strings
int wcscmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b) { COMPARE_WIDE(1, a[i] == 0) }

//: wcscoll: compares wide strings in the "C" locale
int wcscoll(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b) { COMPARE_WIDE(1, a[i] == 0) }

//: wcsncmp: compares at most n wide characters
int wcsncmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, size_t n) { COMPARE_WIDE(i < n, a[i] == 0) }

//: wmemcmp: compares n wide characters
int wmemcmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, size_t n) { COMPARE_WIDE(i < n, 0) }

//: wmemcpy: copies wide characters
__WCHAR_TYPE__ *wmemcpy(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) to[i] = from[i];
  return to;
}

//: wmempcpy: copies wide characters and returns the end
__WCHAR_TYPE__ *wmempcpy(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) to[i] = from[i];
  return to + n;
}

//: wmemmove: moves wide characters
__WCHAR_TYPE__ *wmemmove(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  memmove(to, from, n * sizeof(__WCHAR_TYPE__));
  return to;
}

//: wmemset: sets wide characters
__WCHAR_TYPE__ *wmemset(__WCHAR_TYPE__ *to, __WCHAR_TYPE__ c, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) to[i] = c;
  return to;
}

//: wmemchr: first occurrence of a wide character
__WCHAR_TYPE__ *wmemchr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i)
    if (s[i] == c) return (__WCHAR_TYPE__ *)s + i;
  return 0;
}

//: wcschr: first occurrence of a wide character
__WCHAR_TYPE__ *wcschr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c) {
  for (; *s != c; ++s)
    if (*s == 0) return 0;
  return (__WCHAR_TYPE__ *)s;
}

//: wcsrchr: last occurrence of a wide character
__WCHAR_TYPE__ *wcsrchr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c) {
  const __WCHAR_TYPE__ *last = 0;
  for (;; ++s) {
    if (*s == c) last = s;
    if (*s == 0) return (__WCHAR_TYPE__ *)last;
  }
}

//: wcsstr: first occurrence of a wide string in another
__WCHAR_TYPE__ *wcsstr(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *part) {
  for (;; ++s) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i]) ++i;
    if (part[i] == 0) return (__WCHAR_TYPE__ *)s;
    if (*s == 0) return 0;
  }
}

// Computes the number of wide characters at the start that are in the set, or that are not in the set.
#define SPAN_WIDE(wanted)                                     \
  size_t i = 0;                                               \
  for (; s[i] != 0; ++i) {                                    \
    size_t k = 0;                                             \
    while (set[k] != 0 && set[k] != s[i]) ++k;                \
    if ((set[k] != 0) != (wanted)) break;                     \
  }

//: wcsspn: length of the prefix with only wide characters of a set
size_t wcsspn(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set) {
  SPAN_WIDE(1)
  return i;
}

//: wcscspn: length of the prefix without wide characters of a set
size_t wcscspn(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set) {
  SPAN_WIDE(0)
  return i;
}

//: wcspbrk: first wide character of a set
__WCHAR_TYPE__ *wcspbrk(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set) {
  SPAN_WIDE(0)
  return s[i] == 0 ? 0 : (__WCHAR_TYPE__ *)s + i;
}

//: wcsdup: a copy in new memory
__WCHAR_TYPE__ *wcsdup(const __WCHAR_TYPE__ *s) {
  size_t n = 0;
  size_t i;
  __WCHAR_TYPE__ *copy;
  while (s[n] != 0) ++n;
  if (CANNOT_COPY(n)) return 0;
  copy = malloc((n + 1) * sizeof(__WCHAR_TYPE__));
  for (i = 0; i <= n; ++i) copy[i] = s[i];
  return copy;
}

// Returns a function of the strings without the case of ASCII letters. The GNU C library returns a difference.
#define COMPARE_WIDE_LETTERS(limit)                             \
  size_t i;                                                     \
  for (i = 0; limit; ++i) {                                     \
    unsigned x = (unsigned)a[i];                                \
    unsigned y = (unsigned)b[i];                                \
    if (x >= 'A' && x <= 'Z') x += 'a' - 'A';                   \
    if (y >= 'A' && y <= 'Z') y += 'a' - 'A';                   \
    if (x != y || x == 0) return (int)(x - y);                  \
  }                                                             \
  return 0;

//: wcscasecmp: compares wide strings, ignoring the case of ASCII letters
int wcscasecmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b) { COMPARE_WIDE_LETTERS(1) }

//: wcsncasecmp: compares at most n wide characters, ignoring the case of ASCII letters
int wcsncasecmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, size_t n) { COMPARE_WIDE_LETTERS(i < n) }

//: wcsxfrm: copies a wide string as far as it fits; returns its length
size_t wcsxfrm(__WCHAR_TYPE__ *to, const __WCHAR_TYPE__ *from, size_t n) {
  size_t i = 0;
  for (; from[i] != 0; ++i)
    if (i < n) to[i] = from[i];
  if (i < n) to[i] = 0;
  return i;
}

//: wcschrnul: first occurrence of a wide character, or the end
__WCHAR_TYPE__ *wcschrnul(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c) {
  while (*s != 0 && *s != c) ++s;
  return (__WCHAR_TYPE__ *)s;
}

//: wcswcs: the old name of wcsstr
__WCHAR_TYPE__ *wcswcs(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *part) {
  for (;; ++s) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i]) ++i;
    if (part[i] == 0) return (__WCHAR_TYPE__ *)s;
    if (*s == 0) return 0;
  }
}

//: wcstok: the next token of a wide string between separators
__WCHAR_TYPE__ *wcstok(__WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set, __WCHAR_TYPE__ **rest) {
  NEXT_PART(*rest)
}

//: wcstol: the number that a wide string starts with, in any base
long wcstol(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  PARSE_INTEGER(unsigned long, ~0ul >> 1, (~0ul >> 1) + 1)
  return (long)(is_negative ? 0 - value : value);
}

//: wcstoul: the number that a wide string starts with, in any base
unsigned long wcstoul(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  PARSE_INTEGER(unsigned long, ~0ul, ~0ul)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: wcstoll: the number that a wide string starts with, in any base
long long wcstoll(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (long long)(is_negative ? 0 - value : value);
}

//: wcstoull: the number that a wide string starts with, in any base
unsigned long long wcstoull(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: wcstoimax: the number that a wide string starts with, in any base
__INTMAX_TYPE__ wcstoimax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (__INTMAX_TYPE__)(is_negative ? 0 - value : value);
}

//: wcstoumax: the number that a wide string starts with, in any base
__UINTMAX_TYPE__ wcstoumax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}
