// Internal: translates operators on bit-vectors to integer arithmetic. The translation is exact, except where
// it calls EdgeAdditions::unknown.
#pragma once

#include "program/integer_view/congruent_integers.h"
#include "program/integer_view/guard_bounds.h"

namespace pendulum::program {

class IntegerArithmetic {
 public:
  /// Requires: the arguments outlive this object.
  IntegerArithmetic(term::TermManager& terms, CongruentIntegers& integers, const GuardBounds& bounds,
                    EdgeAdditions& additions)
      : terms_(terms), integers_(integers), bounds_(bounds), additions_(additions) {}

  IntegerValue constant(const mpz_class& value);
  /// The result of a bit-vector operator. Requires: the operands of `t` are in `integers`.
  IntegerValue operation(term::Term t);
  /// An ite over bit-vectors; `condition` is the translated condition. Requires: both terms are in
  /// `integers`.
  IntegerValue choice(term::Term condition, term::Term then_term, term::Term else_term);

 private:
  using Term = term::Term;

  IntegerValue sum(Term t);
  IntegerValue negation(Term t);
  IntegerValue product(Term t);
  IntegerValue unsigned_division(Term t);
  IntegerValue signed_division(Term t);
  IntegerValue shift(Term t);
  IntegerValue bitwise(Term t);
  IntegerValue masked(const IntegerValue& value, const mpz_class& mask);
  IntegerValue bitwise_unknown(Term t, const IntegerValue& a, const IntegerValue& b);
  IntegerValue extract(Term t);
  IntegerValue concat(Term t);

  term::TermManager& terms_;
  CongruentIntegers& integers_;
  const GuardBounds& bounds_;
  EdgeAdditions& additions_;
};

}  // namespace pendulum::program
