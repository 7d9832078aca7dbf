// Terms over flags as BDDs: for which codes of the flags may a term have which value?
//
// Everything that is not a flag may have any value, in every occurrence independently, so the answer is an
// over-approximation. A term over flags only is evaluated for all combinations of their values, operator by
// operator.
#pragma once

#include "facts/flags/flag_encoding.h"

namespace pendulum::facts {

/// The possible values of a term. A state may satisfy several of the conditions.
struct Cases {
  std::vector<std::pair<term::Term, Bdd>> values;  ///< value and condition; each value once
  Bdd unknown;                                     ///< condition under which the term may have any value
};

class FlagCases {
 public:
  /// The references should outlive this object.
  FlagCases(term::TermManager& terms, const FlagEncoding& encoding) : terms_(terms), encoding_(encoding) {}

  const Cases& operator()(term::Term term);
  /// The states in which the formula may hold.
  Bdd may_hold(term::Term formula);

 private:
  Cases compute(term::Term term);
  Cases symbol(term::Term symbol);
  Cases junction(term::Term term);
  Cases negation(const Cases& a);
  Cases ite(term::Term term);
  Cases equality(term::Term term);
  Cases operation(term::Term term);
  Cases unknown() const;
  /// Adds the condition to that of the value.
  void add(Cases& cases, term::Term value, const Bdd& when);
  void add_unknown(Cases& cases, const Bdd& when);
  /// Adds the cases of `from` under a condition.
  void add_all(Cases& cases, const Cases& from, const Bdd& when);
  /// The condition under which a formula may be `value`.
  Bdd may_be(const Cases& formula, bool value) const;
  const Cases& known(term::Term term) const { return cache_.at(term); }

  term::TermManager& terms_;
  const FlagEncoding& encoding_;
  term::TermMap<Cases> cache_;
};

}  // namespace pendulum::facts
