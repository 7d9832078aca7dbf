// The meaning of the operators on floating-point numbers, for term evaluation and constant folding.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>

#include "term/signature/kind.h"

namespace pendulum::term {

/// An operator with its parameters (signature/kinds.def).
struct FloatOperator {
  Kind kind;
  std::uint32_t parameter0 = 0;
  std::uint32_t parameter1 = 0;
  std::uint32_t integer_width = 0;  ///< FloatFromSigned: width of the operand; otherwise unused
};

/// Returns the value of the operator. The operands are the values of all children, as unsigned numbers; the
/// result is an unsigned number, or 0 or 1 for a comparison.
/// Requires: is_float_operator(op.kind); the operands fit its SortRule.
mpz_class evaluate_float(const FloatOperator& op, std::span<const mpz_class> operands);

/// The same function for operands and results of at most 64 bits. It uses the processor's arithmetic for
/// float32 and float64 if the rounding mode is NearestEven.
std::uint64_t evaluate_float_word(const FloatOperator& op, std::span<const std::uint64_t> operands);

}  // namespace pendulum::term
