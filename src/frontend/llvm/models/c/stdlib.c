// stdlib.h (C17 7.22). If the type cannot represent a number, atoi is undefined (7.22.1p1), and the execution
// is not followed.

//: abs: absolute value
int abs(int x) { return x < 0 ? -x : x; }

//: labs: absolute value
long labs(long x) { return x < 0 ? -x : x; }

//: llabs: absolute value
long long llabs(long long x) { return x < 0 ? -x : x; }

struct quotient { int quot, rem; };
struct long_quotient { long quot, rem; };
struct long_long_quotient { long long quot, rem; };

#define DIVIDE(type)   \
  struct type result;  \
  result.quot = a / b; \
  result.rem = a % b;  \
  return result;

//: div: quotient and remainder
struct quotient div(int a, int b) { DIVIDE(quotient) }

//: ldiv: quotient and remainder
struct long_quotient ldiv(long a, long b) { DIVIDE(long_quotient) }

//: lldiv: quotient and remainder
struct long_long_quotient lldiv(long long a, long long b) { DIVIDE(long_long_quotient) }

#define PARSE_DECIMAL(type)                                                      \
  size_t i = 0;                                                                  \
  type value = 0;                                                                \
  int is_negative = 0;                                                           \
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;                     \
  if (s[i] == '-' || s[i] == '+') {                                              \
    is_negative = s[i] == '-';                                                   \
    ++i;                                                                         \
  }                                                                              \
  while (s[i] >= '0' && s[i] <= '9') {                                           \
    value = is_negative ? value * 10 - (s[i] - '0') : value * 10 + (s[i] - '0'); \
    ++i;                                                                         \
  }                                                                              \
  return value;

//: atoi: the number that a string starts with
int atoi(const char *s) { PARSE_DECIMAL(int) }

//: atol: the number that a string starts with
long atol(const char *s) { PARSE_DECIMAL(long) }

//: atoll: the number that a string starts with
long long atoll(const char *s) { PARSE_DECIMAL(long long) }

// C17 7.22.1.4, in unsigned arithmetic of the result's width: the magnitude is at most `most`, or at most
// `least` after a minus sign.
#define PARSE_INTEGER(type, most, least)                                                  \
  size_t i = 0;                                                                           \
  type value = 0;                                                                         \
  type limit;                                                                             \
  int is_negative = 0;                                                                    \
  int has_digits = 0;                                                                     \
  int is_too_large = 0;                                                                   \
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;                              \
  if (s[i] == '-' || s[i] == '+') {                                                       \
    is_negative = s[i] == '-';                                                            \
    ++i;                                                                                  \
  }                                                                                       \
  limit = is_negative ? (least) : (most);                                                 \
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && \
      ((s[i + 2] >= '0' && s[i + 2] <= '9') || (s[i + 2] >= 'a' && s[i + 2] <= 'f') ||    \
       (s[i + 2] >= 'A' && s[i + 2] <= 'F'))) {                                           \
    i += 2;                                                                               \
    base = 16;                                                                            \
  } else if (base == 0) {                                                                 \
    base = s[i] == '0' ? 8 : 10;                                                          \
  }                                                                                       \
  for (;;) {                                                                              \
    int digit = 36;                                                                       \
    if (s[i] >= '0' && s[i] <= '9') digit = s[i] - '0';                                   \
    if (s[i] >= 'a' && s[i] <= 'z') digit = s[i] - 'a' + 10;                              \
    if (s[i] >= 'A' && s[i] <= 'Z') digit = s[i] - 'A' + 10;                              \
    if (digit >= base) break;                                                             \
    has_digits = 1;                                                                       \
    if (value > (limit - (type)digit) / (type)base) is_too_large = 1;                     \
    value = value * (type)base + (type)digit;                                             \
    ++i;                                                                                  \
  }                                                                                       \
  if (end != 0) *end = (char *)s + (has_digits ? i : 0);                                  \
  if (is_too_large) {                                                                     \
    value = limit;                                                                        \
    __pendulum_errno = out_of_range;                                                      \
  }

//: strtol: the number that a string starts with, in any base
long strtol(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long, ~0ul >> 1, (~0ul >> 1) + 1)
  return (long)(is_negative ? 0 - value : value);
}

//: strtoll: the number that a string starts with, in any base
long long strtoll(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull >> 1, (~0ull >> 1) + 1)
  return (long long)(is_negative ? 0 - value : value);
}

//: strtoul: the number that a string starts with, in any base
unsigned long strtoul(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long, ~0ul, ~0ul)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: strtoull: the number that a string starts with, in any base
unsigned long long strtoull(const char *s, char **end, int base) {
  PARSE_INTEGER(unsigned long long, ~0ull, ~0ull)
  return is_negative && !is_too_large ? 0 - value : value;
}

//: realloc: a new object with as much of the old content as fits; size 0 only frees
void *realloc(void *old, size_t size) {
  size_t length = old == 0 ? 0 : __pendulum_object_size(old);
  void *result;
  if (IS_TOO_LARGE(size)) return 0;
  if (old != 0 && size == 0) {
    free(old);
    return 0;
  }
  result = malloc(size);
  memcpy(result, old, length < size ? length : size);
  free(old);
  return result;
}

//: posix_memalign: a new object, as malloc
int posix_memalign(void **object, size_t alignment, size_t size) {
  if (size > (size_t)-1 / 2) return out_of_memory;  // errno is not changed
  *object = malloc(size);
  return 0;
}

//: aligned_alloc: a new object, as malloc
void *aligned_alloc(size_t alignment, size_t size) { return IS_TOO_LARGE(size) ? 0 : malloc(size); }

//: memalign: a new object, as malloc
void *memalign(size_t alignment, size_t size) { return IS_TOO_LARGE(size) ? 0 : malloc(size); }

//: valloc: a new object, as malloc
void *valloc(size_t size) { return IS_TOO_LARGE(size) ? 0 : malloc(size); }

struct environment {
  struct environment *rest;
  char *value;
};
static struct environment *environment;  // keeps all values reachable
static int __pendulum_environment_is_read;

// The contents of new memory are arbitrary; a zero inside of it makes the string shorter. On Linux, strings
// are shorter than 128 KiB.
//: getenv: any string, or null
char *getenv(const char *name) {
  size_t n = 0;
  // Calls with the same name return the same string. Names are not compared, so a second call is unsupported.
  if (__pendulum_environment_is_read) __pendulum_unsupported("second call of getenv");
  __pendulum_environment_is_read = 1;
  int length = __VERIFIER_nondet_model_int();
  struct environment *entry;
  while (CHECKS_ACCESSES && name[n] != 0) ++n;
  if (length < 0) return 0;
  __VERIFIER_assume(length < 0x20000);
  entry = malloc(sizeof *entry);
  entry->value = malloc((size_t)length + 1);
  entry->value[length] = 0;
  entry->rest = environment;
  environment = entry;
  return entry->value;
}

// Any value that is at least `least`.
#define ANY_FROM(least)                      \
  int value = __VERIFIER_nondet_model_int(); \
  __VERIFIER_assume(value >= least);         \
  return value;

// The same seed yields the same sequence (C17 7.22.2.2p2), and rand starts as after srand(1). A seed after
// other calls is unsupported.
static int __pendulum_rand_is_used;
static int __pendulum_random_is_used;

//: srand: no effect, because all sequences are possible
void srand(unsigned seed) {
  if (__pendulum_rand_is_used) __pendulum_unsupported("srand after rand or srand");
  __pendulum_rand_is_used = 1;
}

//: srandom: no effect, because all sequences are possible
void srandom(unsigned seed) {
  if (__pendulum_random_is_used) __pendulum_unsupported("srandom after random or srandom");
  __pendulum_random_is_used = 1;
}

//: rand: any value that is at least 0
int rand(void) {
  __pendulum_rand_is_used = 1;
  ANY_FROM(0)
}

//: random: any value from 0 to 2147483647
long random(void) {
  __pendulum_random_is_used = 1;
  ANY_FROM(0)
}

// The order of equal elements is unspecified (C17 7.22.5.2p4). The arguments of `compare` are always elements
// of the array, in the order of an insertion sort.
//: qsort: sorts an array; equal elements are in any order
void qsort(void *array, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t i;
  void *spare = malloc(size);
  for (i = 1; i < n; ++i) {
    size_t j;
    for (j = i; j > 0; --j) {
      void *left = __pendulum_element(array, j - 1, size);
      void *right = __pendulum_element(array, j, size);
      int order = compare(left, right);
      if (order < 0 || (order == 0 && __VERIFIER_nondet_model_int())) break;
      memcpy(spare, left, size);
      memcpy(left, right, size);
      memcpy(right, spare, size);
    }
  }
  free(spare);
}

// The element that is found among several equal ones is unspecified (C17 7.22.5.1p4). The model does not rely
// on the array being sorted (p2): in an unsorted array, it finds elements that the library function might not
// find.
//: bsearch: any element of a sorted array that is equal to the key
void *bsearch(const void *key, const void *array, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t i;
  size_t place = (size_t)__VERIFIER_nondet_model_int();
  if (place < n) {
    void *element = __pendulum_element(array, place, size);
    __VERIFIER_assume(compare(key, element) == 0);
    return element;
  }
  for (i = 0; i < n; ++i) __VERIFIER_assume(compare(key, __pendulum_element(array, i, size)) != 0);
  return 0;
}
