// Translates formulas over bit-vectors to formulas over integers such that an unsatisfiable translation
// implies that the original is unsatisfiable. Sums and comparisons of wide words, which invariants mostly
// consist of, are hard for bit-blasting and easy for integer arithmetic.
//
// A bit-vector of width n becomes a BoundedNumber: an integer term that is congruent to the bit-vector modulo
// 2^n, with known bounds. This suffices for sums and products. For an operator that depends on the signed or
// unsigned value, the number is brought into that range by subtracting a multiple of 2^n. If the bounds do
// not determine the multiple, an ite or a fresh symbol does.
//
// Soundness: each model of the original gives a model of the translation, in which the integers have the
// values of the bit-vectors. The translation represents some operators (and, or, xor of words, division by a
// variable, operators on floating-point numbers) by symbols that are only bounded, so the converse does not
// hold: a model of the translation need not be a model of the original. This code is independent of
// program/integer_view, which translates the edges of a program for the engines, so that a fault there is not
// repeated in the judge.
#pragma once

#include "check/tactics/bounded_number.h"
#include "term/forms/remainders.h"
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
  const term::TermVector& constraints() const { return arithmetic_.constraints(); }

 private:
  using Term = term::Term;

  void vote(std::span<const Term> formulas);
  void translate_one(Term t);
  Term translate_other(Term t);
  Term translate_array(Term t);
  Term translate_comparison(Term t);
  Term translate_equality(Term t);
  Term translate_overflow(Term t);

  BoundedNumber translate_bits(Term t);
  BoundedNumber symbol(Term t);
  BoundedNumber linear(Term t);
  BoundedNumber unsigned_division(Term t);
  BoundedNumber signed_division(Term t);
  Term remainder_of(Term dividend, Term divisor);
  void describe_remainder(Term result, Term dividend, Term divisor);
  BoundedNumber shift(Term t);
  BoundedNumber bitwise(Term t);
  BoundedNumber concatenation(Term t);
  BoundedNumber extract(Term t);
  BoundedNumber choice(Term t);

  /// A number that is congruent to `t`, within limited bounds.
  BoundedNumber operand(Term t);
  /// The signed or unsigned value of a bit-vector.
  BoundedNumber read(Term t, Sign sign);

  term::TermManager& terms_;
  BoundedArithmetic arithmetic_;
  term::Remainders remainders_;
  term::TermMap<BoundedNumber> numbers_;            ///< bit-vector -> number congruent to it
  term::TermMap<BoundedNumber> signed_, unsigned_;  ///< bit-vector -> its value, computed on demand
  term::TermMap<Term> others_;                      ///< translations of Bool, Int and array terms
  term::TermMap<int> votes_;  ///< bit-vector -> number of signed uses minus number of unsigned uses
};

}  // namespace pendulum::check
