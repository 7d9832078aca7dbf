// The functions that headers call if _FORTIFY_SOURCE is defined. The last argument is the size of the target,
// or the largest number if the size is not known. A copy that does not fit ends the program.

extern void __chk_fail(void);

#define WITHIN(bytes) \
  if ((bytes) > size) __chk_fail();

//: __memcpy_chk: as memcpy
void *__memcpy_chk(void *to, const void *from, size_t n, size_t size) {
  WITHIN(n)
  return memcpy(to, from, n);
}

//: __mempcpy_chk: as mempcpy
void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size) {
  WITHIN(n)
  memcpy(to, from, n);
  return (char *)to + n;
}

//: __memmove_chk: as memmove
void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
  WITHIN(n)
  return memmove(to, from, n);
}

//: __memset_chk: as memset
void *__memset_chk(void *to, int byte, size_t n, size_t size) {
  WITHIN(n)
  return memset(to, byte, n);
}

#define COPY_STRING_AT(at)           \
  size_t i = 0;                      \
  for (; from[i] != 0; ++i) {        \
    WITHIN((at) + i + 1)             \
    to[(at) + i] = from[i];          \
  }                                  \
  WITHIN((at) + i + 1)               \
  to[(at) + i] = 0;

//: __strcpy_chk: as strcpy
char *__strcpy_chk(char *to, const char *from, size_t size) {
  COPY_STRING_AT(0)
  return to;
}

//: __stpcpy_chk: as stpcpy
char *__stpcpy_chk(char *to, const char *from, size_t size) {
  COPY_STRING_AT(0)
  return to + i;
}

//: __strcat_chk: as strcat
char *__strcat_chk(char *to, const char *from, size_t size) {
  size_t n = 0;
  while (to[n] != 0) ++n;
  {
    COPY_STRING_AT(n)
  }
  return to;
}

//: __strncpy_chk: as strncpy
char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
  size_t i = 0;
  WITHIN(n)
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  for (; i < n; ++i) to[i] = 0;
  return to;
}

//: __strncat_chk: as strncat
char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
  size_t length = 0;
  size_t i = 0;
  while (to[length] != 0) ++length;
  for (; i < n && from[i] != 0; ++i) {
    WITHIN(length + i + 1)
    to[length + i] = from[i];
  }
  WITHIN(length + i + 1)
  to[length + i] = 0;
  return to;
}
