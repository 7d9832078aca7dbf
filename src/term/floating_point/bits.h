// Words of bits as terms: the vocabulary of the floating-point circuits. Extracts and concatenations cost no
// gates, and a choice between a word and zero costs one conjunction per bit, so the circuits are built from
// them and from adders.
#pragma once

#include <bit>

#include "term/term_manager.h"

namespace pendulum::term {

/// Number of bits of the unsigned number `n`; at least 1.
constexpr std::uint32_t bits_of_number(std::uint32_t n) {
  return n == 0 ? 1 : static_cast<std::uint32_t>(std::bit_width(n));
}

/// Words are bit-vectors; the position 0 is the least significant bit. Conditions are Bool terms.
class Bits {
 public:
  explicit Bits(TermManager& manager) : terms(manager) {}

  static std::uint32_t width(Term word) { return word.sort().width(); }

  Term constant(const mpz_class& value, std::uint32_t width) const { return terms.mk_bv(value, width); }
  Term zeros(std::uint32_t width) const { return terms.mk_bv(0, width); }
  Term ones(std::uint32_t width) const { return terms.mk_bv(-1, width); }

  /// Bit `position` as a condition.
  Term bit(Term word, std::uint32_t position) const;
  Term top_bit(Term word) const { return bit(word, width(word) - 1); }
  /// A bit-vector of width 1 that is 1 iff the condition holds.
  Term word(Term condition) const { return terms.mk_ite(condition, ones(1), zeros(1)); }
  /// The `count` most or least significant bits.
  Term high(Term word, std::uint32_t count) const;
  Term low(Term word, std::uint32_t count) const;
  /// The word without its `count` least significant bits.
  Term without_low(Term word, std::uint32_t count) const { return high(word, width(word) - count); }
  /// Concatenation, the most significant word first. Null terms are skipped.
  Term join(std::initializer_list<Term> words) const;
  /// The word followed by `count` zeros, that is, multiplied by 2^count.
  Term append_zeros(Term word, std::uint32_t count) const;
  /// Zero extension to `width` bits.
  Term extend(Term word, std::uint32_t width) const;
  /// Has `width` bits, the lowest of which is set if it or a bit below it is set in `word`. A word that is
  /// too short is followed by zeros.
  Term with_sticky(Term word, std::uint32_t width) const;

  Term none(Term word) const { return terms.mk_eq(word, zeros(width(word))); }
  Term any(Term word) const { return terms.mk_not(none(word)); }
  Term all(Term word) const { return terms.mk_eq(word, ones(width(word))); }
  Term only_if(Term condition, Term word) const { return terms.mk_ite(condition, word, zeros(width(word))); }

  /// a + b, or a - b if the condition holds, with one adder: a - b = a + ~b + 1.
  Term add_or_subtract(Term is_difference, Term a, Term b) const;
  /// Shifts `word` to the right. The lowest bit of the result is sticky: it is set if it or a bit that was
  /// shifted out is set.
  Term shift_right_sticky(Term word, Term amount) const;

  /// A word shifted to the left by `amount`, as far as the leading one allows.
  struct Normalized {
    Term word;
    Term amount;
  };
  /// Shifts until the top bit is set. If `word` is zero, the amount is arbitrary.
  Normalized normalize(Term word) const;
  /// A word shifted to the left, and a number from which the amount was subtracted.
  struct Limited {
    Term word;
    Term rest;
  };
  /// Shifts until the top bit is set, but at most by `limit`. If `word` is zero, `rest` is arbitrary.
  Limited normalize_within(Term word, Term limit) const;

  TermManager& terms;
};

}  // namespace pendulum::term
