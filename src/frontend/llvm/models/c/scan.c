// scanf and fscanf (C17 7.21.6.2) with a literal format: each directive of the format becomes a call of one
// of these functions. The input, and its length, are arbitrary. `going` states that no earlier directive has
// failed; the result is the value of `going` for the next directive.

//: scanf: [format] with a literal format of text, %d %i %u %x %o %f %e %g %a %c %s %[, lengths, widths and *: any input
//: fscanf: [format] as scanf
//: __pendulum_scan_text: [part] literal text, and conversions that are suppressed
int __pendulum_scan_text(int going) { return going && __VERIFIER_nondet_model_int() != 0; }

// Input that ends early does not match (C17 7.21.6.2p12), but some libraries count it as a match.
//: __pendulum_scan_chars: [part] %c
int __pendulum_scan_chars(int going, char *to, size_t width) {
  size_t i;
  if (!going) return 0;
  for (i = 0; i < width; ++i) {
    int c = __VERIFIER_nondet_model_int();
    if (c < 0) return i > 0 && __VERIFIER_nondet_model_int() != 0;
    to[i] = (char)c;
  }
  return 1;
}

//: __pendulum_scan_string: [part] %s: at most `width` characters and a terminating zero
int __pendulum_scan_string(int going, char *to, size_t width) {
  size_t i = 0;
  if (!going) return 0;
  while (i < width) {
    int c = __VERIFIER_nondet_model_int();
    if (c < 0 || c == ' ' || (c >= '\t' && c <= '\r')) break;
    __VERIFIER_assume(c <= 255);
    to[i] = (char)c;
    ++i;
  }
  if (i == 0) return 0;
  to[i] = 0;
  return 1;
}

//: __pendulum_scan_set: [part] %[: at most `width` characters in or not in the set, and a zero
int __pendulum_scan_set(int going, char *to, size_t width, const char *set, int is_negated) {
  size_t i = 0;
  if (!going) return 0;
  while (i < width) {
    size_t k = 0;
    int c = __VERIFIER_nondet_model_int();
    if (c < 0) break;
    __VERIFIER_assume(c <= 255);
    while (set[k] != 0 && set[k] != (char)c) ++k;
    if ((set[k] != 0) == is_negated) break;
    to[i] = (char)c;
    ++i;
  }
  if (i == 0) return 0;
  to[i] = 0;
  return 1;
}

// Reads any value between `least` and `most`, the bounds for the width.
#define SCAN_NUMBER(type)                                     \
  type value;                                                 \
  if (!going || __VERIFIER_nondet_model_int() == 0) return 0; \
  value = (type)__VERIFIER_nondet_model_int();                \
  __VERIFIER_assume(value >= least && value <= most);         \
  *to = value;                                                \
  return 1;

//: __pendulum_scan_8: [part] %hhd and other conversions of 8 bits
int __pendulum_scan_8(int going, signed char *to, long long least, long long most) { SCAN_NUMBER(signed char) }

//: __pendulum_scan_16: [part] %hd and other conversions of 16 bits
int __pendulum_scan_16(int going, short *to, long long least, long long most) { SCAN_NUMBER(short) }

//: __pendulum_scan_32: [part] %d and other conversions of 32 bits
int __pendulum_scan_32(int going, int *to, long long least, long long most) { SCAN_NUMBER(int) }

//: __pendulum_scan_64: [part] %lld and other conversions of 64 bits
int __pendulum_scan_64(int going, long long *to, long long least, long long most) {
  unsigned long long high;
  unsigned long long low;
  long long value;
  if (!going || __VERIFIER_nondet_model_int() == 0) return 0;
  high = (unsigned)__VERIFIER_nondet_model_int();
  low = (unsigned)__VERIFIER_nondet_model_int();
  value = (long long)(high << 32 | low);
  __VERIFIER_assume(value >= least && value <= most);
  *to = value;
  return 1;
}

// Reads any number; all NaNs of the input are one value.
#define SCAN_REAL(type, input)                                \
  type value;                                                 \
  if (!going || __VERIFIER_nondet_model_int() == 0) return 0; \
  value = input;                                              \
  *to = value == value ? value : (type)__builtin_nan("");     \
  return 1;

//: __pendulum_scan_float: [part] %f
int __pendulum_scan_float(int going, float *to) { SCAN_REAL(float, __VERIFIER_nondet_model_float()) }

//: __pendulum_scan_double: [part] %lf
int __pendulum_scan_double(int going, double *to) { SCAN_REAL(double, __VERIFIER_nondet_model_double()) }

//: __pendulum_scan_long_double: [part] %Lf
int __pendulum_scan_long_double(int going, long double *to) {
  SCAN_REAL(long double, __VERIFIER_nondet_model_long_double())
}

// Returns EOF if the input ended before the first conversion.
//: __pendulum_scan_end: [part] the result
int __pendulum_scan_end(int going, int count) {
  if (going || count > 0) return count;
  return __VERIFIER_nondet_model_int() ? 0 : -1;
}
