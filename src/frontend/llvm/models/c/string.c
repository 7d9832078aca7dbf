// string.h (C17 7.24) and its POSIX relatives. Characters are compared as unsigned char. The macros that copy
// and append strings also serve the wide strings of wide.c.

//: strlen: length of a string
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

//: strnlen: length of a string, but at most n
size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n] != 0) ++n;
  return n;
}

#define COPY_STRING      \
  size_t i = 0;          \
  while (from[i] != 0) { \
    to[i] = from[i];     \
    ++i;                 \
  }                      \
  to[i] = 0;

//: strcpy: copies a string with its terminating zero
char *strcpy(char *to, const char *from) {
  COPY_STRING
  return to;
}

//: stpcpy: copies a string and returns its end
char *stpcpy(char *to, const char *from) {
  COPY_STRING
  return to + i;
}

//: stpncpy: copies at most n characters, fills the rest with zeros and returns its start
char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  size_t end;
  while (i < n && from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  end = i;
  while (i < n) {
    to[i] = 0;
    ++i;
  }
  return to + end;
}

//: strlcpy: copies a string as far as it fits, with a terminating zero
size_t strlcpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  while (from[i] != 0) {
    if (i + 1 < size) to[i] = from[i];
    ++i;
  }
  if (size != 0) to[i < size ? i : size - 1] = 0;
  return i;
}

//: strlcat: appends a string as far as it fits, with a terminating zero
size_t strlcat(char *to, const char *from, size_t size) {
  size_t end = 0;
  size_t i = 0;
  while (end < size && to[end] != 0) ++end;
  while (from[i] != 0) {
    if (end + i + 1 < size) to[end + i] = from[i];
    ++i;
  }
  if (end < size) to[end + i < size ? end + i : size - 1] = 0;
  return end + i;
}

//: strncpy: copies at most n characters, fills the rest with zeros
char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  while (i < n && from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  while (i < n) {
    to[i] = 0;
    ++i;
  }
  return to;
}

// Appends the characters of `from` as long as `continues` holds for the index i, and a terminating zero.
#define APPEND_STRING(continues) \
  size_t end = 0;                \
  size_t i = 0;                  \
  while (to[end] != 0) ++end;    \
  while (continues) {            \
    to[end + i] = from[i];       \
    ++i;                         \
  }                              \
  to[end + i] = 0;               \
  return to;

//: strcat: appends a string
char *strcat(char *to, const char *from) { APPEND_STRING(from[i] != 0) }

//: strncat: appends at most n characters and a terminating zero
char *strncat(char *to, const char *from, size_t n) { APPEND_STRING(i < n && from[i] != 0) }

#define COMPARE_STRINGS                  \
  size_t i = 0;                          \
  while (a[i] != 0 && a[i] == b[i]) ++i; \
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];

//: strcmp: compares strings
int strcmp(const char *a, const char *b) { COMPARE_STRINGS }

//: strcoll: compares strings, in the "C" locale as strcmp
int strcoll(const char *a, const char *b) { COMPARE_STRINGS }

//: strncmp: compares at most n characters of strings
int strncmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n) {
    if (a[i] != b[i]) return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
    if (a[i] == 0) return 0;
    ++i;
  }
  return 0;
}

//: strcasecmp: compares strings, ignoring the case of ASCII letters
int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  for (;;) {
    int x = (unsigned char)a[i];
    int y = (unsigned char)b[i];
    if (x >= 'A' && x <= 'Z') x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z') y += 'a' - 'A';
    if (x != y || x == 0) return x - y;
    ++i;
  }
}

//: strncasecmp: compares at most n characters of strings, ignoring the case of ASCII letters
int strncasecmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n) {
    int x = (unsigned char)a[i];
    int y = (unsigned char)b[i];
    if (x >= 'A' && x <= 'Z') x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z') y += 'a' - 'A';
    if (x != y || x == 0) return x - y;
    ++i;
  }
  return 0;
}

#define FIND_FIRST                             \
  size_t i = 0;                                \
  for (;;) {                                   \
    if (s[i] == (char)c) return (char *)s + i; \
    if (s[i] == 0) return 0;                   \
    ++i;                                       \
  }

//: strchr: first occurrence of a character
char *strchr(const char *s, int c) { FIND_FIRST }

//: index: the old name of strchr
char *index(const char *s, int c) { FIND_FIRST }

//: strchrnul: first occurrence of a character, or the end
char *strchrnul(const char *s, int c) {
  size_t i = 0;
  while (s[i] != 0 && s[i] != (char)c) ++i;
  return (char *)s + i;
}

#define FIND_LAST                       \
  const char *last = 0;                 \
  size_t i = 0;                         \
  for (;;) {                            \
    if (s[i] == (char)c) last = s + i;  \
    if (s[i] == 0) return (char *)last; \
    ++i;                                \
  }

//: strrchr: last occurrence of a character
char *strrchr(const char *s, int c) { FIND_LAST }

//: rindex: the old name of strrchr
char *rindex(const char *s, int c) { FIND_LAST }

//: strstr: first occurrence of a string in another
char *strstr(const char *s, const char *part) {
  size_t i = 0;
  for (;;) {
    size_t j = 0;
    while (part[j] != 0 && s[i + j] == part[j]) ++j;
    if (part[j] == 0) return (char *)s + i;
    if (s[i] == 0) return 0;
    ++i;
  }
}

//: strcasestr: first occurrence of a string in another, ignoring the case of ASCII letters
char *strcasestr(const char *s, const char *part) {
  size_t i = 0;
  for (;;) {
    size_t j = 0;
    while (part[j] != 0) {
      int x = (unsigned char)s[i + j];
      int y = (unsigned char)part[j];
      if (x >= 'A' && x <= 'Z') x += 'a' - 'A';
      if (y >= 'A' && y <= 'Z') y += 'a' - 'A';
      if (x != y) break;
      ++j;
    }
    if (part[j] == 0) return (char *)s + i;
    if (s[i] == 0) return 0;
    ++i;
  }
}

//: strspn: length of the prefix with only the given characters
size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  for (;;) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[n]) ++j;
    if (s[n] == 0 || set[j] == 0) return n;
    ++n;
  }
}

//: strcspn: length of the prefix with none of the given characters
size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  for (;;) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[n]) ++j;
    if (s[n] == 0 || set[j] != 0) return n;
    ++n;
  }
}

//: strpbrk: first occurrence of one of the given characters
char *strpbrk(const char *s, const char *set) {
  size_t n = 0;
  for (;;) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[n]) ++j;
    if (s[n] == 0) return 0;
    if (set[j] != 0) return (char *)s + n;
    ++n;
  }
}

// Returns a copy of the first n characters of `s`, or null.
// Requires: `s` has at least n characters.
#define COPY_TEXT                         \
  size_t i;                               \
  char *copy;                             \
  if (CANNOT_COPY(n)) return 0;           \
  copy = malloc(n + 1);                   \
  for (i = 0; i < n; ++i) copy[i] = s[i]; \
  copy[n] = 0;                            \
  return copy;

//: strdup: a copy of a string in new memory
char *strdup(const char *s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  COPY_TEXT
}

//: strndup: a copy of at most n characters of a string in new memory
char *strndup(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n] != 0) ++n;
  COPY_TEXT
}

// Returns the next token of `s`, which ends before a separator; sets `rest` to the position after the
// separator.
#define NEXT_PART(rest)                        \
  size_t i = 0;                                \
  size_t start;                                \
  if (s == 0) s = rest;                        \
  for (;;) {                                   \
    size_t j = 0;                              \
    while (set[j] != 0 && set[j] != s[i]) ++j; \
    if (s[i] == 0 || set[j] == 0) break;       \
    ++i;                                       \
  }                                            \
  start = i;                                   \
  for (;;) {                                   \
    size_t j = 0;                              \
    while (set[j] != 0 && set[j] != s[i]) ++j; \
    if (s[i] == 0 || set[j] != 0) break;       \
    ++i;                                       \
  }                                            \
  rest = s + i;                                \
  if (i == start) return 0;                    \
  if (s[i] != 0) {                             \
    s[i] = 0;                                  \
    rest = s + i + 1;                          \
  }                                            \
  return s + start;

static char *strtok_rest;

//: strtok: the next token of a string between separators
char *strtok(char *s, const char *set) {
  NEXT_PART(strtok_rest)
}

//: strtok_r: the next token of a string between separators
char *strtok_r(char *s, const char *set, char **rest) {
  NEXT_PART(*rest)
}

//: strsep: the part of a string before the next separator, which may be empty
char *strsep(char **rest, const char *set) {
  char *s = *rest;
  size_t i = 0;
  if (s == 0) return 0;
  for (;;) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[i]) ++j;
    if (s[i] == 0 || set[j] != 0) break;
    ++i;
  }
  *rest = s[i] == 0 ? 0 : s + i + 1;
  if (s[i] != 0) s[i] = 0;
  return s;
}

#define COMPARE_BYTES                               \
  const unsigned char *x = a;                       \
  const unsigned char *y = b;                       \
  size_t i;                                         \
  for (i = 0; i < n; ++i)                           \
    if (x[i] != y[i]) return (int)x[i] - (int)y[i]; \
  return 0;

//: memcmp: compares bytes
int memcmp(const void *a, const void *b, size_t n) { COMPARE_BYTES }

//: bcmp: compares bytes
int bcmp(const void *a, const void *b, size_t n) { COMPARE_BYTES }

//: memrchr: last occurrence of a byte
void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  while (n > 0) {
    --n;
    if (bytes[n] == (unsigned char)c) return (void *)(bytes + n);
  }
  return 0;
}

//: memmem: first occurrence of a byte sequence in another
void *memmem(const void *s, size_t n, const void *part, size_t length) {
  const unsigned char *bytes = s;
  const unsigned char *wanted = part;
  size_t i;
  for (i = 0; i <= n && length <= n - i; ++i) {
    size_t j = 0;
    while (j < length && bytes[i + j] == wanted[j]) ++j;
    if (j == length) return (void *)(bytes + i);
  }
  return 0;
}

//: memccpy: copies bytes up to the first c, at most n
void *memccpy(void *to, const void *from, int c, size_t n) {
  const unsigned char *source = from;
  unsigned char *target = to;
  size_t i;
  for (i = 0; i < n; ++i) {
    target[i] = source[i];
    if (source[i] == (unsigned char)c) return target + i + 1;
  }
  return 0;
}

//: mempcpy: copies bytes and returns the end
void *mempcpy(void *to, const void *from, size_t n) {
  memcpy(to, from, n);
  return (char *)to + n;
}

//: bcopy: moves bytes
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

//: bzero: sets bytes to zero
void bzero(void *to, size_t n) { memset(to, 0, n); }

//: memchr: first occurrence of a byte
void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  size_t i;
  for (i = 0; i < n; ++i)
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  return 0;
}
