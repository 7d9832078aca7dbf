// wchar.h and wctype.h (C17 7.29, 7.30) in the "C" locale, with the character classes of the GNU C library.

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
  copy = malloc((n + 1) * sizeof(__WCHAR_TYPE__));
  for (i = 0; i <= n; ++i) copy[i] = s[i];
  return copy;
}

#define IS_LOWER (c >= 'a' && c <= 'z')
#define IS_UPPER (c >= 'A' && c <= 'Z')
#define IS_DIGIT (c >= '0' && c <= '9')

//: iswlower: a lower-case letter
int iswlower(__WINT_TYPE__ c) { return IS_LOWER; }

//: iswupper: an upper-case letter
int iswupper(__WINT_TYPE__ c) { return IS_UPPER; }

//: iswdigit: a decimal digit
int iswdigit(__WINT_TYPE__ c) { return IS_DIGIT; }

//: iswxdigit: a hexadecimal digit
int iswxdigit(__WINT_TYPE__ c) { return IS_DIGIT || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

//: iswalpha: a letter
int iswalpha(__WINT_TYPE__ c) { return IS_LOWER || IS_UPPER; }

//: iswalnum: a letter or a digit
int iswalnum(__WINT_TYPE__ c) { return IS_LOWER || IS_UPPER || IS_DIGIT; }

//: iswspace: space, tab, or a line or page feed
int iswspace(__WINT_TYPE__ c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

//: iswblank: space or tab
int iswblank(__WINT_TYPE__ c) { return c == ' ' || c == '\t'; }

//: iswprint: printable, including space
int iswprint(__WINT_TYPE__ c) { return c >= ' ' && c <= '~'; }

//: iswgraph: printable, except space
int iswgraph(__WINT_TYPE__ c) { return c > ' ' && c <= '~'; }

//: iswcntrl: a control character
int iswcntrl(__WINT_TYPE__ c) { return c < ' ' || c == 127; }

//: iswpunct: printable, but neither space nor letter nor digit
int iswpunct(__WINT_TYPE__ c) { return c > ' ' && c <= '~' && !(IS_LOWER || IS_UPPER || IS_DIGIT); }

//: towlower: the lower-case letter
__WINT_TYPE__ towlower(__WINT_TYPE__ c) { return IS_UPPER ? c + ('a' - 'A') : c; }

//: towupper: the upper-case letter
__WINT_TYPE__ towupper(__WINT_TYPE__ c) { return IS_LOWER ? c - ('a' - 'A') : c; }
