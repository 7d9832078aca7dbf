// Functions of inttypes.h, strings.h, arpa/inet.h, unistd.h, err.h and others.

extern void exit(int status);

struct maximal_quotient { __INTMAX_TYPE__ quot, rem; };

//: imaxabs: absolute value
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

//: imaxdiv: quotient and remainder
struct maximal_quotient imaxdiv(__INTMAX_TYPE__ a, __INTMAX_TYPE__ b) { DIVIDE(maximal_quotient) }

//: strtoimax: the number that a string starts with, in any base
__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (__INTMAX_TYPE__)(is_negative ? 0 - value : value);
}

//: strtoumax: the number that a string starts with, in any base
__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: strtoq: as strtoll
long long strtoq(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (long long)(is_negative ? 0 - value : value);
}

//: strtouq: as strtoull
unsigned long long strtouq(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: ffs: index of the lowest bit that is set, from 1; 0 for zero
int ffs(int x) { return x == 0 ? 0 : __builtin_ctz((unsigned)x) + 1; }

//: ffsl: index of the lowest bit that is set, from 1; 0 for zero
int ffsl(long x) { return x == 0 ? 0 : __builtin_ctzl((unsigned long)x) + 1; }

//: ffsll: index of the lowest bit that is set, from 1; 0 for zero
int ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1; }

//: htons: to network byte order
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }

//: ntohs: from network byte order
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }

//: htonl: to network byte order
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }

//: ntohl: from network byte order
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }

//: __bswap_16: the bytes in reverse order
unsigned short __bswap_16(unsigned short x) { return __builtin_bswap16(x); }

//: __bswap_32: the bytes in reverse order
unsigned __bswap_32(unsigned x) { return __builtin_bswap32(x); }

//: __bswap_64: the bytes in reverse order
__UINT64_TYPE__ __bswap_64(__UINT64_TYPE__ x) { return __builtin_bswap64(x); }

//: swab: copies pairs of bytes and swaps the bytes of each pair
void swab(const void *from, void *to, __PTRDIFF_TYPE__ n) {
  const char *source = from;
  char *target = to;
  __PTRDIFF_TYPE__ i;
  for (i = 0; i + 1 < n; i += 2) {
    char first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
  }
}

//: rawmemchr: first occurrence of a byte, which must exist
void *rawmemchr(const void *s, int c) {
  const unsigned char *bytes = s;
  while (*bytes != (unsigned char)c) ++bytes;
  return (void *)bytes;
}

//: explicit_bzero: sets bytes to zero
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

//: reallocarray: as realloc for an array; fails if the size overflows
void *reallocarray(void *old, size_t n, size_t element) {
  size_t size = n * element;
  size_t length = old == 0 ? 0 : __pendulum_object_size(old);
  void *result;
  if (element != 0 && size / element != n) {
    __pendulum_errno = out_of_memory;
    return 0;
  }
  if (CANNOT_ALLOCATE(size)) return 0;
  if (old != 0 && size == 0) {
    free(old);
    return 0;
  }
  result = malloc(size);
  memcpy(result, old, length < size ? length : size);
  free(old);
  return result;
}

//: sleep: [any] any remaining time, at most the argument
unsigned sleep(unsigned seconds) {
  unsigned rest = (unsigned)__VERIFIER_nondet_model_int();
  __VERIFIER_assume(rest <= seconds);
  return rest;
}

//: isascii: an ASCII character
int isascii(int c) { return (c & ~127) == 0; }

//: toascii: the lower seven bits
int toascii(int c) { return c & 127; }

// The messages are written to standard error; the program cannot observe them.
//: err: ends the program
void err(int status, const char *format, ...) { exit(status); }

//: errx: ends the program
void errx(int status, const char *format, ...) { exit(status); }

//: verr: ends the program
void verr(int status, const char *format, __builtin_va_list arguments) { exit(status); }

//: verrx: ends the program
void verrx(int status, const char *format, __builtin_va_list arguments) { exit(status); }

//: error: ends the program if the status is not zero
void error(int status, int number, const char *format, ...) {
  if (status != 0) exit(status);
}

// The user and group identities of a process do not change, because functions that set them are unsupported.
static unsigned __pendulum_identities[4];
static int __pendulum_identity_is_known[4];
#define IDENTITY(i)                                                        \
  if (!__pendulum_identity_is_known[i]) {                                  \
    __pendulum_identity_is_known[i] = 1;                                   \
    __pendulum_identities[i] = (unsigned)__VERIFIER_nondet_model_int();    \
  }                                                                        \
  return __pendulum_identities[i];

//: getuid: [any] any number, the same in all calls
unsigned getuid(void) { IDENTITY(0) }

//: geteuid: [any] any number, the same in all calls
unsigned geteuid(void) { IDENTITY(1) }

//: getgid: [any] any number, the same in all calls
unsigned getgid(void) { IDENTITY(2) }

//: getegid: [any] any number, the same in all calls
unsigned getegid(void) { IDENTITY(3) }
