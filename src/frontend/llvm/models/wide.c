// wchar.h and wctype.h (C17 7.29, 7.30) in the "C" locale, as the GNU C library classifies wide characters there.

typedef __WCHAR_TYPE__ wide_char;
typedef __WINT_TYPE__ wide_int;

//: wcslen: length of a wide string
size_t wcslen(const wide_char *s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

//: wcsnlen: length of a wide string, at most n
size_t wcsnlen(const wide_char *s, size_t n) {
  size_t i = 0;
  while (i < n && s[i] != 0) ++i;
  return i;
}

//: wcscpy: copies a wide string
wide_char *wcscpy(wide_char *to, const wide_char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  to[i] = 0;
  return to;
}

//: wcpcpy: copies a wide string and returns its end
wide_char *wcpcpy(wide_char *to, const wide_char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  to[i] = 0;
  return to + i;
}

#define COPY_PADDED                                    \
  size_t i = 0;                                        \
  size_t end;                                          \
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];  \
  for (end = i; i < n; ++i) to[i] = 0;

//: wcsncpy: copies at most n wide characters and fills the rest with zeros
wide_char *wcsncpy(wide_char *to, const wide_char *from, size_t n) {
  COPY_PADDED
  return to;
}

//: wcpncpy: as wcsncpy; returns the end of the copied text
wide_char *wcpncpy(wide_char *to, const wide_char *from, size_t n) {
  COPY_PADDED
  return to + end;
}

//: wcscat: appends a wide string
wide_char *wcscat(wide_char *to, const wide_char *from) {
  size_t n = 0;
  size_t i = 0;
  while (to[n] != 0) ++n;
  while (from[i] != 0) {
    to[n + i] = from[i];
    ++i;
  }
  to[n + i] = 0;
  return to;
}

//: wcsncat: appends at most n wide characters
wide_char *wcsncat(wide_char *to, const wide_char *from, size_t n) {
  size_t length = 0;
  size_t i = 0;
  while (to[length] != 0) ++length;
  while (i < n && from[i] != 0) {
    to[length + i] = from[i];
    ++i;
  }
  to[length + i] = 0;
  return to;
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
int wcscmp(const wide_char *a, const wide_char *b) { COMPARE_WIDE(1, a[i] == 0) }

//: wcscoll: compares wide strings in the "C" locale
int wcscoll(const wide_char *a, const wide_char *b) { COMPARE_WIDE(1, a[i] == 0) }

//: wcsncmp: compares at most n wide characters
int wcsncmp(const wide_char *a, const wide_char *b, size_t n) { COMPARE_WIDE(i < n, a[i] == 0) }

//: wmemcmp: compares n wide characters
int wmemcmp(const wide_char *a, const wide_char *b, size_t n) { COMPARE_WIDE(i < n, 0) }

//: wmemcpy: copies wide characters
wide_char *wmemcpy(wide_char *to, const wide_char *from, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) to[i] = from[i];
  return to;
}

//: wmempcpy: copies wide characters and returns the end
wide_char *wmempcpy(wide_char *to, const wide_char *from, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) to[i] = from[i];
  return to + n;
}

//: wmemmove: moves wide characters
wide_char *wmemmove(wide_char *to, const wide_char *from, size_t n) {
  memmove(to, from, n * sizeof(wide_char));
  return to;
}

//: wmemset: sets wide characters
wide_char *wmemset(wide_char *to, wide_char c, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i) to[i] = c;
  return to;
}

//: wmemchr: first place of a wide character
wide_char *wmemchr(const wide_char *s, wide_char c, size_t n) {
  size_t i;
  for (i = 0; i < n; ++i)
    if (s[i] == c) return (wide_char *)s + i;
  return 0;
}

//: wcschr: first place of a wide character
wide_char *wcschr(const wide_char *s, wide_char c) {
  for (; *s != c; ++s)
    if (*s == 0) return 0;
  return (wide_char *)s;
}

//: wcsrchr: last place of a wide character
wide_char *wcsrchr(const wide_char *s, wide_char c) {
  const wide_char *last = 0;
  for (;; ++s) {
    if (*s == c) last = s;
    if (*s == 0) return (wide_char *)last;
  }
}

//: wcsstr: first place of a part
wide_char *wcsstr(const wide_char *s, const wide_char *part) {
  for (;; ++s) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i]) ++i;
    if (part[i] == 0) return (wide_char *)s;
    if (*s == 0) return 0;
  }
}

// The number of wide characters at the start that are in the set, or that are not.
#define SPAN_WIDE(wanted)                                     \
  size_t i = 0;                                               \
  for (; s[i] != 0; ++i) {                                    \
    size_t k = 0;                                             \
    while (set[k] != 0 && set[k] != s[i]) ++k;                \
    if ((set[k] != 0) != (wanted)) break;                     \
  }

//: wcsspn: length of the start with wide characters of a set
size_t wcsspn(const wide_char *s, const wide_char *set) {
  SPAN_WIDE(1)
  return i;
}

//: wcscspn: length of the start without wide characters of a set
size_t wcscspn(const wide_char *s, const wide_char *set) {
  SPAN_WIDE(0)
  return i;
}

//: wcspbrk: first wide character of a set
wide_char *wcspbrk(const wide_char *s, const wide_char *set) {
  SPAN_WIDE(0)
  return s[i] == 0 ? 0 : (wide_char *)s + i;
}

//: wcsdup: a copy in new memory
wide_char *wcsdup(const wide_char *s) {
  size_t n = 0;
  size_t i;
  wide_char *copy;
  while (s[n] != 0) ++n;
  copy = malloc((n + 1) * sizeof(wide_char));
  for (i = 0; i <= n; ++i) copy[i] = s[i];
  return copy;
}

#define IS_LOWER (c >= 'a' && c <= 'z')
#define IS_UPPER (c >= 'A' && c <= 'Z')
#define IS_DIGIT (c >= '0' && c <= '9')

//: iswlower: a small letter
int iswlower(wide_int c) { return IS_LOWER; }

//: iswupper: a capital letter
int iswupper(wide_int c) { return IS_UPPER; }

//: iswdigit: a decimal digit
int iswdigit(wide_int c) { return IS_DIGIT; }

//: iswxdigit: a hexadecimal digit
int iswxdigit(wide_int c) { return IS_DIGIT || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

//: iswalpha: a letter
int iswalpha(wide_int c) { return IS_LOWER || IS_UPPER; }

//: iswalnum: a letter or a digit
int iswalnum(wide_int c) { return IS_LOWER || IS_UPPER || IS_DIGIT; }

//: iswspace: blank, tab, or one of the line and page feeds
int iswspace(wide_int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

//: iswblank: blank or tab
int iswblank(wide_int c) { return c == ' ' || c == '\t'; }

//: iswprint: printable, blank included
int iswprint(wide_int c) { return c >= ' ' && c <= '~'; }

//: iswgraph: printable, blank not included
int iswgraph(wide_int c) { return c > ' ' && c <= '~'; }

//: iswcntrl: a control character
int iswcntrl(wide_int c) { return c < ' ' || c == 127; }

//: iswpunct: printable, but neither blank nor letter nor digit
int iswpunct(wide_int c) { return c > ' ' && c <= '~' && !(IS_LOWER || IS_UPPER || IS_DIGIT); }

//: towlower: the small letter
wide_int towlower(wide_int c) { return IS_UPPER ? c + ('a' - 'A') : c; }

//: towupper: the capital letter
wide_int towupper(wide_int c) { return IS_LOWER ? c - ('a' - 'A') : c; }
