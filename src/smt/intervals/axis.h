// Splits sets of words of one symbol.
//
// A position is the place of a word in the order of its numbers: the signed integer, or the rank of a
// floating-point number, where NaNs are beyond the infinities. Sizes of sets are measured on a scale that is
// linear for small numbers and logarithmic for large ones, so that a box with unbounded numbers is split near
// 0 first.
#pragma once

#include <optional>
#include <utility>

#include "smt/intervals/float_range.h"

namespace pendulum::smt {

class Axis {
 public:
  /// Without a format, words are integers.
  explicit Axis(std::optional<term::FloatFormat> format) : format_(format) {}

  /// Positive, or 0 for a single word. Requires: the set is not empty.
  double size(const WordSet& set) const;
  /// Two disjoint sets whose union is `set`. Requires: the set is neither empty nor a single word.
  std::pair<WordSet, WordSet> split(const WordSet& set) const;

 private:
  using Position = std::int64_t;
  Position position(const WordSet& set, Word word) const;
  Word word(const WordSet& set, Position position) const;
  /// Last position of the first part of a set with one half.
  Position middle(Position low, Position high) const;
  /// The position on the scale.
  double scaled(Position position) const;

  std::optional<term::FloatFormat> format_;
};

}  // namespace pendulum::smt
