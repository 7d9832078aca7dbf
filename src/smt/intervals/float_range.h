// Intervals of floating-point numbers of a format with at most 64 bits, and the images of the operators of
// IEEE 754 on them. Rounding is monotone, so the least and greatest results of an operator that is monotone
// in each operand are rounded results for the bounds of the operands.
#pragma once

#include <optional>

#include "smt/intervals/word_set.h"
#include "term/ieee754/evaluate_float.h"
#include "term/signature/float_format.h"

namespace pendulum::smt {

/// The position of a number in the order of all numbers of a format: -0 is directly before +0.
using Rank = std::int64_t;
Rank rank_of(term::FloatFormat format, Word encoding);
Word encoding_of(term::FloatFormat format, Rank rank);
/// The order of C, in which both zeros are equal: rank_of without the step between them.
inline Rank order_of(Rank rank) {
  return rank < 0 ? rank + 1 : rank;
}

/// The numbers with low <= rank <= high (none if low > high), and possibly NaNs.
struct FloatRange {
  Rank low = 0, high = -1;
  bool has_nan = false;

  bool has_numbers() const { return low <= high; }
  bool contains_zero() const { return low <= 0 && high >= -1; }
};

/// Requires: set.width() == format.width().
FloatRange float_range(term::FloatFormat format, const WordSet& set);
/// The encodings of the numbers, and `computed_nan` if the range has NaNs. The result is a superset.
WordSet computed_words(term::FloatFormat format, const FloatRange& range);
/// The encodings of the numbers, and those of all NaNs if the range has NaNs.
WordSet all_words(term::FloatFormat format, const FloatRange& range);
Rank infinity_rank(term::FloatFormat format);
/// The number at a position, rounded to double; infinities and larger numbers are the largest double.
double number_of(term::FloatFormat format, Rank rank);

/// A superset of the results of an operator other than comparisons. Requires: the formats of the operator
/// have at most 64 bits; `operands` are the sets of its operands without the rounding mode, and not empty.
/// `is_square`: both factors of a product are the same number.
WordSet float_image(const term::FloatOperator& op, term::RoundingMode mode, std::span<const WordSet> operands,
                    bool is_square);

}  // namespace pendulum::smt
