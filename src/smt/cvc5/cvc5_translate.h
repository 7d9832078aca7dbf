// Translates terms to cvc5 terms, and cvc5 values to value terms. A cvc5 term belongs to one cvc5::Solver, so
// each solver object has its own translator.
#pragma once

#include <cvc5/cvc5.h>

#include <unordered_map>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::smt {

class Cvc5Translator {
 public:
  Cvc5Translator(term::TermManager& manager, const cvc5::Solver& solver)
      : manager_(manager), solver_(solver) {}

  cvc5::Term to_cvc5(term::Term term);
  cvc5::Sort to_cvc5(term::Sort sort);

  /// Returns a model value as a value term of `sort`. Null if no term represents it (uninterpreted sorts,
  /// algebraic numbers).
  term::Term value_from_cvc5(const cvc5::Term& value, term::Sort sort);

 private:
  using Children = std::vector<cvc5::Term>;

  cvc5::Term translate(term::Term term);
  cvc5::Term translate_leaf(term::Term term);
  cvc5::Term translate_quantifier(term::Term term, const Children& children);
  cvc5::Term zero_if_by_zero(term::Term term, const cvc5::Term& quotient);
  cvc5::Term declare(const term::Function& function);
  term::Term array_from_cvc5(const cvc5::Term& value, term::Sort sort);

  term::TermManager& manager_;
  const cvc5::Solver& solver_;
  std::unordered_map<term::Term, cvc5::Term> cache_;
  std::unordered_map<term::Sort, cvc5::Sort> sorts_;
  std::unordered_map<const term::Function*, cvc5::Term> functions_;
};

}  // namespace pendulum::smt
