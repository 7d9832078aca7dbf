// Models of C library functions, for programs that do not define them. They implement the C standard (C17,
// clause 7) byte by byte, so that every access of the library function is an access of the program. No model
// calls another one: each call of a model in the program gets its own copy, so that the analysis does not
// confuse the strings of different calls. Static functions are not copied.
//
// A function __pendulum_real_NAME is the function NAME of the library: its result is arbitrary in proofs, and
// the native replay calls it. A model that restricts this result is a contract.
//
// A line that starts with //: lists a model for `pendulum models`: its name and a summary. [reads] marks
// models that are used only if memory accesses are checked; otherwise their result is arbitrary. [any] marks
// models with results that are arbitrary within bounds.
typedef __SIZE_TYPE__ size_t;

extern int __VERIFIER_nondet_model_int(void);
extern float __VERIFIER_nondet_model_float(void);
extern double __VERIFIER_nondet_model_double(void);
extern long double __VERIFIER_nondet_model_long_double(void);
extern void __VERIFIER_assume(int condition);
extern void __pendulum_assume_fits(int condition);  // ends executions with numbers that do not fit
extern int __pendulum_havoc_int(int unchanged);  // any number; an error may only depend on `unchanged`
extern void __pendulum_assume_environment(int condition);  // ends executions in unusual environments
extern void *malloc(size_t size);
extern void free(void *object);
extern void __pendulum_unsupported(const char *construct);  // ends the execution
extern void *memcpy(void *to, const void *from, size_t n);
extern void *memmove(void *to, const void *from, size_t n);
extern void *memset(void *to, int byte, size_t n);
extern size_t __pendulum_object_size(void *object);
extern void *__pendulum_element(const void *array, size_t i, size_t size);

// If memory accesses are not checked, a loop that only reads has no effect.
#ifndef CHECKS_ACCESSES
#define CHECKS_ACCESSES 1
#endif

// errno (C17 7.5) is zero when the program starts. External functions may change it, too (calls.cpp).
enum {
  no_such_file = 2, out_of_memory = 12, invalid_argument = 22, domain_error = 33, out_of_range = 34,
  too_large_value = 75, invalid_character = 84
};
static int __pendulum_errno;

// No object has more than PTRDIFF_MAX bytes: larger allocations fail. With --malloc-may-fail, others may fail, too.
#ifndef ALLOCATIONS_MAY_FAIL
#define ALLOCATIONS_MAY_FAIL 0
#endif
#define FAILS_IF(condition) ((condition) && (__pendulum_errno = out_of_memory))
#define CANNOT_ALLOCATE(size) \
  FAILS_IF((size) > (size_t)-1 / 2 || (ALLOCATIONS_MAY_FAIL && __VERIFIER_nondet_model_int()))
// Functions that copy a string may fail for every size if accesses are checked, too. SV-COMP's rules let only
// malloc and alloca always succeed.
#ifndef COPIES_MAY_FAIL
#define COPIES_MAY_FAIL ALLOCATIONS_MAY_FAIL
#endif
#define CANNOT_COPY(size) \
  FAILS_IF((size) > (size_t)-1 / 2 || (COPIES_MAY_FAIL && __VERIFIER_nondet_model_int()))

//: __errno_location: the address of errno, which models and external functions may set
int *__errno_location(void) { return &__pendulum_errno; }
