// Internal: the integers that represent the bit-vector terms of an edge.
//
// A bit-vector term of width n becomes an integer term that is congruent to it modulo 2^n, together with an
// interval that contains it. Congruence suffices for sums and products. If an operator reads its operand as
// signed or unsigned, the integer is first normalised to that range: no operation is needed if the interval
// lies within the range; ites subtract the multiple of 2^n if the interval spans at most three multiples;
// otherwise an internal input represents the multiple.
#pragma once

#include "program/integer_view/edge_additions.h"

namespace pendulum::program {

class CongruentIntegers {
 public:
  /// Requires: `terms` and `additions` outlive this object.
  CongruentIntegers(term::TermManager& terms, EdgeAdditions& additions)
      : terms_(terms), additions_(additions) {}

  /// Requires: `t` has no value yet, and `value` is an integer that is congruent to it.
  void add(term::Term t, IntegerValue value);
  bool contains(term::Term t) const { return values_.contains(t); }

  /// The integer that is congruent to the term, in whatever interval it has.
  const IntegerValue& loose(term::Term t) const { return values_.at(t); }
  /// The integer that the term represents under a reading.
  IntegerValue read(term::Term t, Reading reading);
  /// The loose value or, if its interval is wide, a reading.
  IntegerValue operand(term::Term t);
  /// The integer within range_of(reading, width) that is congruent to `value` modulo 2^width.
  IntegerValue normalized(const IntegerValue& value, std::uint32_t width, Reading reading);
  /// True if the loose value is already the number under the reading.
  bool fits(term::Term t, Reading reading) const;
  /// A reading that the loose value fits if there is one, otherwise signed.
  Reading cheap_reading(term::Term t) const;

 private:
  term::TermManager& terms_;
  EdgeAdditions& additions_;
  term::TermMap<IntegerValue> values_;             ///< loose values
  term::TermMap<IntegerValue> signed_, unsigned_;  ///< caches of read()
};

}  // namespace pendulum::program
