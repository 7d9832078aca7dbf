// Internal: simplifying constructors of integers and reals. Arguments are already sort-checked.
#pragma once

#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

class ArithmeticRules {
 public:
  ArithmeticRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  /// The sum in the form c1*x1 + ... + cn*xn + c, summands ordered by id, the constant last.
  Term sum(Sort sort, std::span<const Term> terms);
  /// The product in the form c * x1 * ... * xn, factors ordered by id.
  Term product(Sort sort, std::span<const Term> terms);
  /// Kind::Le or Kind::Lt.
  Term comparison(Kind kind, Term a, Term b);
  Term int_div(Term a, Term b);
  Term int_mod(Term a, Term b);
  Term real_div(Term a, Term b);
  Term to_real(Term a);
  Term to_int(Term a);
  Term bv2nat(Term a);
  Term int2bv(Term a, std::uint32_t width);

 private:
  struct Monomial;
  Term value(Sort sort, const mpq_class& number);
  Monomial split(Term summand);
  Monomial split_offset(Term term);
  Term scaled(Term base, const mpq_class& factor);

  TermManager& manager_;
  TermTable& table_;
};

/// IntValue or RealValue as a rational.
mpq_class number_of(Term value);

}  // namespace pendulum::term
