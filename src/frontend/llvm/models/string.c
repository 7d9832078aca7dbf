// string.h (C17 7.24) and its POSIX relatives. Characters are compared as unsigned char.

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

//: strcpy: copies a string with its end
char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  to[i] = 0;
  return to;
}

//: stpcpy: copies a string and returns its end
char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    ++i;
  }
  to[i] = 0;
  return to + i;
}

//: strncpy: copies at most n characters, fills up with zeros
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

//: strcat: appends a string
char *strcat(char *to, const char *from) {
  size_t end = 0;
  size_t i = 0;
  while (to[end] != 0) ++end;
  while (from[i] != 0) {
    to[end + i] = from[i];
    ++i;
  }
  to[end + i] = 0;
  return to;
}

//: strncat: appends at most n characters and an end
char *strncat(char *to, const char *from, size_t n) {
  size_t end = 0;
  size_t i = 0;
  while (to[end] != 0) ++end;
  while (i < n && from[i] != 0) {
    to[end + i] = from[i];
    ++i;
  }
  to[end + i] = 0;
  return to;
}

//: strcmp: compares strings
int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) ++i;
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

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

//: strcasecmp: compares strings, ASCII letters without case
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

//: strncasecmp: compares at most n characters of strings, ASCII letters without case
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

//: strchr: first place of a character
char *strchr(const char *s, int c) {
  size_t i = 0;
  for (;;) {
    if (s[i] == (char)c) return (char *)s + i;
    if (s[i] == 0) return 0;
    ++i;
  }
}

//: index: the old name of strchr
char *index(const char *s, int c) {
  size_t i = 0;
  for (;;) {
    if (s[i] == (char)c) return (char *)s + i;
    if (s[i] == 0) return 0;
    ++i;
  }
}

//: strrchr: last place of a character
char *strrchr(const char *s, int c) {
  const char *last = 0;
  size_t i = 0;
  for (;;) {
    if (s[i] == (char)c) last = s + i;
    if (s[i] == 0) return (char *)last;
    ++i;
  }
}

//: rindex: the old name of strrchr
char *rindex(const char *s, int c) {
  const char *last = 0;
  size_t i = 0;
  for (;;) {
    if (s[i] == (char)c) last = s + i;
    if (s[i] == 0) return (char *)last;
    ++i;
  }
}

//: strstr: first place of a string in another
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

//: strspn: length of the beginning that has only the given characters
size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  for (;;) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[n]) ++j;
    if (s[n] == 0 || set[j] == 0) return n;
    ++n;
  }
}

//: strcspn: length of the beginning that has none of the given characters
size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  for (;;) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[n]) ++j;
    if (s[n] == 0 || set[j] != 0) return n;
    ++n;
  }
}

//: strpbrk: first place of one of the given characters
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

//: strdup: a copy of a string in new memory
char *strdup(const char *s) {
  size_t n = 0;
  size_t i;
  char *copy;
  while (s[n] != 0) ++n;
  copy = malloc(n + 1);
  for (i = 0; i < n; ++i) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

//: strndup: a copy of at most n characters of a string in new memory
char *strndup(const char *s, size_t limit) {
  size_t n = 0;
  size_t i;
  char *copy;
  while (n < limit && s[n] != 0) ++n;
  copy = malloc(n + 1);
  for (i = 0; i < n; ++i) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

// The part of `s` up to a separator; `rest` is set behind it.
#define NEXT_PART(rest)                         \
  size_t i = 0;                                 \
  size_t start;                                 \
  if (s == 0) s = rest;                         \
  for (;;) {                                    \
    size_t j = 0;                               \
    while (set[j] != 0 && set[j] != s[i]) ++j;  \
    if (s[i] == 0 || set[j] == 0) break;        \
    ++i;                                        \
  }                                             \
  start = i;                                    \
  for (;;) {                                    \
    size_t j = 0;                               \
    while (set[j] != 0 && set[j] != s[i]) ++j;  \
    if (s[i] == 0 || set[j] != 0) break;        \
    ++i;                                        \
  }                                             \
  rest = s + i;                                 \
  if (i == start) return 0;                     \
  if (s[i] != 0) {                              \
    s[i] = 0;                                   \
    rest = s + i + 1;                           \
  }                                             \
  return s + start;

static char *strtok_rest;

//: strtok: the next part of a string between separators
char *strtok(char *s, const char *set) {
  NEXT_PART(strtok_rest)
}

//: strtok_r: the next part of a string between separators
char *strtok_r(char *s, const char *set, char **rest) {
  NEXT_PART(*rest)
}

//: memcmp: compares bytes
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a;
  const unsigned char *y = b;
  size_t i;
  for (i = 0; i < n; ++i)
    if (x[i] != y[i]) return (int)x[i] - (int)y[i];
  return 0;
}

//: memchr: first place of a byte
void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  size_t i;
  for (i = 0; i < n; ++i)
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  return 0;
}
