// A question about bit-vectors as a question about integers: if the integers have no solution, neither have
// the bit-vectors. Sums and comparisons of wide words, the bulk of invariants, are hard bit by bit and easy
// here.
//
// A bit-vector of width n becomes a Number: an integer that is congruent to it modulo 2^n, between known
// bounds. Sums and products need no more. Where an operator looks at the value, the number is brought into
// the signed or unsigned range by subtracting a multiple of 2^n: none if the bounds say so, else chosen by
// ite.
//
// Soundness: each solution of the original gives one of the translation, by the integers that its bit-vectors
// stand for. Symbols of the translation that stand for an operator (and, or, xor of words, division by a
// variable) are only bounded, so the converse fails: a solution over integers means nothing.
// The judge's own: program/integer_view, which engines prove with, does the same to edges, and a mistake
// there must not be repeated here.
#pragma once

#include "term/traverse.h"

namespace pendulum::check {

class IntegerReading {
 public:
  /// `formulas`: everything that will be translated.
  IntegerReading(term::TermManager& terms, std::span<const term::Term> formulas);

  /// Is there a translation, for all of these together?
  static bool can_translate(std::span<const term::Term> formulas);

  /// Requires a Bool term.
  term::Term translate(term::Term formula);
  /// What holds of the symbols of the translation; grows with each translate.
  const term::TermVector& constraints() const { return constraints_; }

 private:
  using Term = term::Term;
  enum class Sign { Signed, Unsigned };
  struct Number {
    Term term;
    mpz_class lo;
    mpz_class hi;
  };

  void vote(std::span<const Term> formulas);
  void translate_one(Term t);
  Term translate_other(Term t);
  Term translate_array(Term t);
  Term translate_comparison(Term t);
  Term translate_equality(Term t);
  Term translate_overflow(Term t);

  Number translate_bits(Term t);
  Number symbol(Term t);
  Number linear(Term t);
  Number unsigned_division(Term t);
  Number signed_division(Term t);
  Number shift(Term t);
  Number bitwise(Term t);
  Number concatenation(Term t);
  Number extract(Term t);
  Number choice(Term t);

  static Number range_of(Sign sign, std::uint32_t width);
  static bool is_within(const Number& inner, const Number& outer);
  Number constant(const mpz_class& value);
  Number sum(const Number& a, const Number& b);
  Number difference(const Number& a, const Number& b);
  Number product(const Number& a, const Number& b);
  Number unknown(std::string_view name, const Number& range);
  Number operand(Term t);
  /// The value of a bit-vector.
  Number read(Term t, Sign sign);
  Number normalized(const Number& number, std::uint32_t width, Sign sign);
  /// number div 2^bits, rounded down.
  Number shifted_right(const Number& number, unsigned long bits);
  Term between(const mpz_class& lo, Term term, const mpz_class& hi);

  term::TermManager& terms_;
  term::TermMap<Number> numbers_;            ///< of bit-vectors
  term::TermMap<Number> signed_, unsigned_;  ///< their values, where asked for
  term::TermMap<Term> others_;
  term::TermMap<int> votes_;  ///< of symbols: how often read as signed, minus how often as unsigned
  term::TermVector constraints_;
};

}  // namespace pendulum::check
