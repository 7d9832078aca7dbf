// Translates formulas over bit-vectors to formulas over integers such that an unsatisfiable translation
// implies that the original is unsatisfiable. Sums and comparisons of wide words, which invariants mostly
// consist of, are hard for bit-blasting and easy for integer arithmetic.
//
// A bit-vector of width n becomes a Number: an integer term that is congruent to the bit-vector modulo 2^n,
// with known bounds. This suffices for sums and products. For an operator that depends on the signed or
// unsigned value, the number is brought into that range by subtracting a multiple of 2^n. If the bounds do
// not determine the multiple, an ite or a fresh symbol does.
//
// Soundness: each model of the original gives a model of the translation, in which the integers have the
// values of the bit-vectors. The translation represents some operators (and, or, xor of words, division by a
// variable) by symbols that are only bounded, so the converse does not hold: a model of the translation need
// not be a model of the original.
// This code is independent of program/integer_view, which translates the edges of a program for the engines,
// so that a fault there is not repeated in the judge.
#pragma once

#include "term/traverse.h"

namespace pendulum::check {

class IntegerReading {
 public:
  /// Requires: `formulas` contains all formulas that will be translated.
  IntegerReading(term::TermManager& terms, std::span<const term::Term> formulas);

  /// Can all the formulas be translated together?
  static bool can_translate(std::span<const term::Term> formulas);

  /// The translation of a formula. Requires: `formula` has sort Bool.
  term::Term translate(term::Term formula);
  /// Constraints on the symbols of the translation, to be asserted with it. Each call of translate may add
  /// some.
  const term::TermVector& constraints() const { return constraints_; }

 private:
  using Term = term::Term;
  enum class Sign { Signed, Unsigned };
  /// An integer term with its bounds: lo <= term <= hi.
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
  /// The signed or unsigned value of a bit-vector.
  Number read(Term t, Sign sign);
  Number normalized(const Number& number, std::uint32_t width, Sign sign);
  /// number div 2^bits, rounded down.
  Number shifted_right(const Number& number, unsigned long bits);
  Term between(const mpz_class& lo, Term term, const mpz_class& hi);

  term::TermManager& terms_;
  term::TermMap<Number> numbers_;            ///< bit-vector -> number congruent to it
  term::TermMap<Number> signed_, unsigned_;  ///< bit-vector -> its value, computed on demand
  term::TermMap<Term> others_;               ///< translations of Bool, Int and array terms
  term::TermMap<int> votes_;  ///< bit-vector -> number of signed uses minus number of unsigned uses
  term::TermVector constraints_;
};

}  // namespace pendulum::check
