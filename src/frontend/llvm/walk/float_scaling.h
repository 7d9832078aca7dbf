// Products of floating-point numbers with powers of two, and the decomposition of a number into a fraction
// and a power of two (C17 7.12.6.4 frexp, 7.12.6.6 ldexp).
//
// The number is converted to a format with the same significand and more exponents, in which it is normal.
// There the exponent of the encoding can be replaced or increased. Conversion back rounds once.
#pragma once

#include "term/floating_point/float_terms.h"

namespace pendulum::frontend {

using term::Term;

/// x * 2^exponent, rounded by `mode`. `exponent` is a signed integer.
Term scaled(const term::FloatTerms& floats, Term mode, Term x, Term exponent);
/// The fraction of frexp: 0.5 <= |fraction| < 1, or x itself if it is zero or infinite.
Term fraction_of(const term::FloatTerms& floats, Term x);
/// The exponent of frexp as a signed integer of `width` bits; 0 for zero. Requires of executions: x is
/// finite.
Term exponent_of(const term::FloatTerms& floats, Term x, std::uint32_t width);

}  // namespace pendulum::frontend
