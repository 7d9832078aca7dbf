#include "frontend/llvm/walk/float_scaling.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::frontend {

using term::FloatFormat;
using term::FloatTerms;
using term::RoundingMode;

namespace {

/// A number in a format with more exponents.
struct Wide {
  FloatFormat format;
  Term sign, exponent, fraction;  ///< parts of the encoding
};

/// Multiplication with a larger power of two overflows or underflows each number of the format.
std::int64_t exponent_limit(FloatFormat format) {
  return (std::int64_t{1} << format.exponent_bits) + 2 * std::int64_t{format.significand_bits};
}

/// Three more exponent bits suffice for the exponents of subnormal numbers and for sums with
/// `exponent_limit`.
Wide widen(term::TermManager& terms, const FloatTerms& floats, Term x) {
  const FloatFormat format = floats.format();
  const FloatFormat wide{std::max(format.exponent_bits, 8U) + 3, format.significand_bits};
  const Term number = floats.to_format(floats.mode(RoundingMode::NearestEven), x, wide);
  const std::uint32_t low = wide.fraction_bits();
  const std::uint32_t top = wide.width() - 1;
  return {wide, terms.mk_extract(number, top, top), terms.mk_extract(number, top - 1, low),
          terms.mk_extract(number, low - 1, 0)};
}

/// The number with another exponent, rounded to the format of `floats`; x itself if it is zero or infinite.
Term narrow(term::TermManager& terms, const FloatTerms& floats, Term mode, Term x, const Wide& wide,
            Term exponent) {
  const Term number = terms.mk_concat(wide.sign, terms.mk_concat(exponent, wide.fraction));
  const FloatFormat format = floats.format();
  const Term nan = terms.mk_bv(format.computed_nan(), format.width());
  const Term special = terms.mk_ite(floats.is_nan(x), nan, x);
  const Term is_special = terms.mk_or(floats.is_zero(x), terms.mk_not(floats.is_finite(x)));
  return terms.mk_ite(is_special, special, FloatTerms(terms, wide.format).to_format(mode, number, format));
}

std::int64_t bias(FloatFormat format) {
  return (std::int64_t{1} << (format.exponent_bits - 1)) - 1;
}

}  // namespace

Term scaled(const FloatTerms& floats, Term mode, Term x, Term exponent) {
  term::TermManager& terms = floats.terms();
  const Wide wide = widen(terms, floats, x);
  const std::int64_t limit = exponent_limit(floats.format());
  const std::uint32_t width = std::max(exponent.sort().width(), wide.format.exponent_bits);
  Term power = terms.mk_sign_extend(exponent, width - exponent.sort().width());
  const auto constant = [&](std::int64_t value) { return terms.mk_bv(value, width); };
  power = terms.mk_ite(terms.mk_bvslt(constant(limit), power), constant(limit), power);
  power = terms.mk_ite(terms.mk_bvslt(power, constant(-limit)), constant(-limit), power);
  const Term low = terms.mk_extract(power, wide.format.exponent_bits - 1, 0);
  return narrow(terms, floats, mode, x, wide, terms.mk_bvadd(wide.exponent, low));
}

Term fraction_of(const FloatTerms& floats, Term x) {
  term::TermManager& terms = floats.terms();
  const Wide wide = widen(terms, floats, x);
  const Term exponent = terms.mk_bv(bias(wide.format) - 1, wide.format.exponent_bits);
  return narrow(terms, floats, floats.mode(RoundingMode::NearestEven), x, wide, exponent);
}

Term exponent_of(const FloatTerms& floats, Term x, std::uint32_t width) {
  term::TermManager& terms = floats.terms();
  const Wide wide = widen(terms, floats, x);
  PENDULUM_CHECK(width > wide.format.exponent_bits, "the exponent should have more than {} bits", width);
  const Term biased = terms.mk_zero_extend(wide.exponent, width - wide.format.exponent_bits);
  const Term exponent = terms.mk_bvadd(biased, terms.mk_bv(1 - bias(wide.format), width));
  return terms.mk_ite(floats.is_zero(x), terms.mk_bv(0, width), exponent);
}

}  // namespace pendulum::frontend
