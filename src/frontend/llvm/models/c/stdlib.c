// stdlib.h (C17 7.22) and search.h, without the numbers in strings (numbers.c).

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

//: realloc: a new object with as much of the old content as fits; size 0 only frees
void *realloc(void *old, size_t size) {
  size_t length = old == 0 ? 0 : __pendulum_object_size(old);
  void *result;
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

//: posix_memalign: a new object, as malloc
int posix_memalign(void **object, size_t alignment, size_t size) {
  // errno is not changed.
  if (size > (size_t)-1 / 2 || (ALLOCATIONS_MAY_FAIL && __VERIFIER_nondet_model_int())) return out_of_memory;
  *object = malloc(size);
  return 0;
}

//: aligned_alloc: a new object, as malloc
void *aligned_alloc(size_t alignment, size_t size) { return CANNOT_ALLOCATE(size) ? 0 : malloc(size); }

//: memalign: a new object, as malloc
void *memalign(size_t alignment, size_t size) { return CANNOT_ALLOCATE(size) ? 0 : malloc(size); }

//: valloc: a new object, as malloc
void *valloc(size_t size) { return CANNOT_ALLOCATE(size) ? 0 : malloc(size); }

struct environment {
  struct environment *rest;
  char *value;
};
static struct environment *environment;  // keeps all values reachable
static int __pendulum_environment_is_read;

// The contents of new memory are arbitrary; a zero inside of it makes the string shorter. On Linux, strings
// are shorter than 128 KiB.
//: getenv: [any] any string, or null
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

//: rand: [any] any value that is at least 0
int rand(void) {
  __pendulum_rand_is_used = 1;
  ANY_FROM(0)
}

//: random: [any] any value from 0 to 2147483647
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

//: qsort_r: as qsort; the comparison gets one more argument
void qsort_r(void *array, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *more) {
  size_t i;
  void *spare = malloc(size);
  for (i = 1; i < n; ++i) {
    size_t j;
    for (j = i; j > 0; --j) {
      void *left = __pendulum_element(array, j - 1, size);
      void *right = __pendulum_element(array, j, size);
      int order = compare(left, right, more);
      if (order < 0 || (order == 0 && __VERIFIER_nondet_model_int())) break;
      memcpy(spare, left, size);
      memcpy(left, right, size);
      memcpy(right, spare, size);
    }
  }
  free(spare);
}

#define FIND_ELEMENT                                              \
  size_t i;                                                       \
  for (i = 0; i < *n; ++i) {                                      \
    void *element = __pendulum_element(array, i, size);           \
    if (compare(key, element) == 0) return element;               \
  }

//: lfind: the first element of an array that is equal to the key
void *lfind(const void *key, const void *array, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  FIND_ELEMENT
  return 0;
}

//: lsearch: as lfind; appends the key if it finds none
void *lsearch(const void *key, void *array, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  void *end;
  FIND_ELEMENT
  end = __pendulum_element(array, *n, size);
  memcpy(end, key, size);
  ++*n;
  return end;
}

// The elements of insque and remque start with two pointers.
struct queue {
  struct queue *next;
  struct queue *previous;
};

//: insque: inserts an element after another one
void insque(void *element, void *after) {
  struct queue *new_element = element;
  struct queue *before = after;
  new_element->next = before == 0 ? 0 : before->next;
  new_element->previous = before;
  if (before != 0) {
    if (before->next != 0) before->next->previous = new_element;
    before->next = new_element;
  }
}

//: remque: removes an element
void remque(void *element) {
  struct queue *old = element;
  if (old->next != 0) old->next->previous = old->previous;
  if (old->previous != 0) old->previous->next = old->next;
}
