// Internal: simplifying constructors for integers and reals. The caller has checked the sorts of all
// arguments.
#pragma once

#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

class ArithmeticRules {
 public:
  ArithmeticRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  /// Returns the sum in the form c1*x1 + ... + cn*xn + c, with the summands ordered by id and the constant
  /// last.
  Term sum(Sort sort, std::span<const Term> terms);
  /// Returns the product in the form c * x1 * ... * xn, with the factors ordered by id.
  Term product(Sort sort, std::span<const Term> terms);
  /// `kind` is Kind::Le or Kind::Lt.
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

/// Returns the number of an IntValue or RealValue as a rational.
mpq_class number_of(Term value);

}  // namespace pendulum::term
