// Models of the C library, for programs that lack the bodies. They say what the C standard says (C17, clause 7),
// byte by byte, so that every access that the library would make is an access of the program. No model calls
// another one: each call of a model in the program gets a copy of its own, so that strings of one call are not
// confused with those of another.
//
// A line that starts with //: lists a model for `pendulum models`: its name and what it does. [reads] marks models
// that matter only where accesses to memory are checked; elsewhere their result is arbitrary.
typedef __SIZE_TYPE__ size_t;

extern int __VERIFIER_nondet_model_int(void);
extern void __VERIFIER_assume(int condition);
extern void __pendulum_assume_fits(int condition);  // executions with numbers that do not fit are not followed
extern void *malloc(size_t size);
extern void free(void *object);
extern void __pendulum_unsupported(const char *construct);  // ends the execution
extern void *memcpy(void *to, const void *from, size_t n);
extern void *memmove(void *to, const void *from, size_t n);
extern void *memset(void *to, int byte, size_t n);
extern size_t __pendulum_object_size(void *object);
extern void *__pendulum_element(const void *array, size_t i, size_t size);

// Where accesses are not the property, a loop that only reads says nothing.
#ifndef CHECKS_ACCESSES
#define CHECKS_ACCESSES 1
#endif

// errno (C17 7.5): zero when the program starts. Functions without body may change it, too (calls.cpp).
enum { out_of_memory = 12, invalid_argument = 22, out_of_range = 34 };
static int __pendulum_errno;

// No object has more than PTRDIFF_MAX bytes: an allocation fails then.
#define IS_TOO_LARGE(size) ((size) > (size_t)-1 / 2 && (__pendulum_errno = out_of_memory))

//: __errno_location: the place of errno, which models and functions without body may set
int *__errno_location(void) { return &__pendulum_errno; }
