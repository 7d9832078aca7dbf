// math.h (C17 7.12) and complex.h (7.3): definitions for all formats. The functions are in real/each_*.c.
// The GNU C library has other code for i386. Where C does not specify the result, the models agree with it.
#ifdef __i386__
#define IS_I386 1
#else
#define IS_I386 0
#endif

#define LEAST_OF(type) ((type)(1ull << (8 * sizeof(type) - 1)))

#define TO_INTEGER(type, rounded)               \
  real number = (rounded);                      \
  const real bound = -(real)LEAST_OF(type);     \
  return (number >= -bound) & (number < bound) ? (type)number : LEAST_OF(type);

// In contracts (real/each_contract.c): `result` is what the library returned.
#define IMPLIES(a, b) (!(a) | (b))
#define IS_NAN(x) ((x) != (x))
#define HAS_SIGN_OF(x) ((__builtin_signbit(result) != 0) == (__builtin_signbit(x) != 0))
#define IS_EQUAL(x) ((result == (x)) & HAS_SIGN_OF(x))
#define IS_BETWEEN(least, most) ((result >= (least)) & (result <= (most)))
// The result is a NaN if and only if the condition holds.
#define ENSURE_NAN_IF(condition) __VERIFIER_assume(IS_NAN(result) == (condition));
#define ENSURE(condition) __VERIFIER_assume(condition);
// The bounds of results that are numbers are those of rounding to the nearest.
#define ENSURE_BOUND(condition) \
  __VERIFIER_assume(IS_NAN(result) | (__builtin_flt_rounds() != 1) | (condition));
#define ENSURE_BETWEEN(least, most) ENSURE_BOUND(IS_BETWEEN(least, most))

#define PI 3.14159265358979323846264338327950288L
