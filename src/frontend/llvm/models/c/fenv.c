// fenv.h (C17 7.6): the rounding mode. The builtins number the modes as FLT_ROUNDS does (C17 5.2.4.2.2p8).
//
// The flags of exceptions are not modelled: their values are arbitrary in proofs.

// The values of the macros FE_* in the GNU C library for x86: fields of the x87's control register.
enum { fe_downward = 0x400, fe_upward = 0x800, fe_towardzero = 0xc00, fe_precision = 0x300 };

#define ROUNDING_OF(mode) ((mode) == fe_downward ? 3 : (mode) == fe_upward ? 2 : (mode) == 0)

static int __pendulum_rounding(void) {
  int mode = __builtin_flt_rounds();
  return mode == 1 ? 0 : mode == 3 ? fe_downward : mode == 2 ? fe_upward : fe_towardzero;
}

//: fegetround: the rounding mode
int fegetround(void) { return __pendulum_rounding(); }

//: fesetround: sets the rounding mode; returns 1 for an unknown mode
int fesetround(int mode) {
  if (mode & ~fe_towardzero) return 1;
  __builtin_set_flt_rounds(ROUNDING_OF(mode));
  return 0;
}

// fenv_t and femode_t begin with the x87's control register.
struct control { unsigned short word; };
extern int __pendulum_real_fegetenv(struct control *), __pendulum_real_feholdexcept(struct control *);
extern int __pendulum_real_fesetenv(const struct control *), __pendulum_real_feupdateenv(const struct control *);
extern int __pendulum_real_fegetmode(struct control *), __pendulum_real_fesetmode(const struct control *);
extern int __pendulum_real_fetestexcept(int);

#define STORE_ROUNDING                                                                     \
  __VERIFIER_assume(result == 0);                                                          \
  __VERIFIER_assume((to->word & (fe_towardzero | fe_precision)) == (__pendulum_rounding() | fe_precision)); \
  return 0;

// FE_DFL_ENV and FE_DFL_MODE are -1. FE_NOMASK_ENV is -2. A control word with another precision comes from a
// program that changes the word itself.
#define LOAD_ROUNDING                                                                      \
  int mode = 0;                                                                            \
  if (from == (const struct control *)-2) __pendulum_unsupported("FE_NOMASK_ENV");         \
  if (from != (const struct control *)-1) {                                                \
    if ((from->word & fe_precision) != fe_precision)                                       \
      __pendulum_unsupported("precision of the floating-point environment");               \
    mode = from->word & fe_towardzero;                                                     \
  }

//: fegetenv: stores the rounding mode; the flags are arbitrary
int fegetenv(struct control *to) {
  int result = __pendulum_real_fegetenv(to);
  STORE_ROUNDING
}

//: feholdexcept: stores the rounding mode; the flags are arbitrary
int feholdexcept(struct control *to) {
  int result = __pendulum_real_feholdexcept(to);
  STORE_ROUNDING
}

//: fegetmode: stores the rounding mode
int fegetmode(struct control *to) {
  int result = __pendulum_real_fegetmode(to);
  STORE_ROUNDING
}

//: fesetenv: sets the rounding mode
int fesetenv(const struct control *from) {
  LOAD_ROUNDING
  __VERIFIER_assume(__pendulum_real_fesetenv(from) == 0);
  __builtin_set_flt_rounds(ROUNDING_OF(mode));
  return 0;
}

//: feupdateenv: sets the rounding mode
int feupdateenv(const struct control *from) {
  LOAD_ROUNDING
  __VERIFIER_assume(__pendulum_real_feupdateenv(from) == 0);
  __builtin_set_flt_rounds(ROUNDING_OF(mode));
  return 0;
}

//: fesetmode: sets the rounding mode
int fesetmode(const struct control *from) {
  LOAD_ROUNDING
  __VERIFIER_assume(__pendulum_real_fesetmode(from) == 0);
  __builtin_set_flt_rounds(ROUNDING_OF(mode));
  return 0;
}

//: fetestexcept: some of the flags in the argument
int fetestexcept(int mask) {
  int result = __pendulum_real_fetestexcept(mask);
  __VERIFIER_assume((result & ~(mask & 0x3f)) == 0);
  return result;
}
