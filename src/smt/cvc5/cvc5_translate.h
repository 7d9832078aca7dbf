// Translates terms to cvc5 terms, and cvc5 values to value terms. A cvc5 term belongs to one cvc5::Solver, so
// each solver object has its own translator.
#pragma once

#include <cvc5/cvc5.h>

#include <unordered_map>
#include <vector>

#include "smt/cvc5/cvc5_floats.h"
#include "term/term_manager.h"

namespace pendulum::smt {

/// How operators on floating-point numbers are translated.
enum class FloatTranslation {
  Theory,   ///< to cvc5's theory of floating-point numbers (cvc5_floats.h)
  Circuits  ///< all of them to bit-vectors (term/floating_point/lowering.h)
};

class Cvc5Translator {
 public:
  Cvc5Translator(term::TermManager& manager, const cvc5::Solver& solver, FloatTranslation floats)
      : manager_(manager), solver_(solver), float_translation_(floats), floats_(solver) {}

  /// Returns a formula that may be asserted or assumed in place of `formula`, a Bool term.
  cvc5::Term formula_to_cvc5(term::Term formula);
  /// Returns the translation of a term. If the term contains operators on floating-point numbers, it depends
  /// on definitions that formula_to_cvc5() would add.
  cvc5::Term to_cvc5(term::Term term);
  cvc5::Sort to_cvc5(term::Sort sort);

  /// Returns a model value as a value term of `sort`. Null if no term represents it (uninterpreted sorts,
  /// algebraic numbers).
  term::Term value_from_cvc5(const cvc5::Term& value, term::Sort sort);

 private:
  using Children = std::vector<cvc5::Term>;

  bool is_lowered(term::Term term) const;
  /// Returns the terms that have to be translated before `term`: its children, or its lowering.
  std::span<const term::Term> operands(const term::Term& term);
  cvc5::Term translate(term::Term term);
  cvc5::Term translate_leaf(term::Term term);
  cvc5::Term translate_quantifier(term::Term term, const Children& children);
  cvc5::Term zero_if_by_zero(term::Term term, const cvc5::Term& quotient);
  cvc5::Term declare(const term::Function& function);
  term::Term array_from_cvc5(const cvc5::Term& value, term::Sort sort);

  term::TermManager& manager_;
  const cvc5::Solver& solver_;
  FloatTranslation float_translation_;
  Cvc5Floats floats_;
  term::TermMap<term::Term> lowered_;  ///< applications of floating-point operators
  std::unordered_map<term::Term, cvc5::Term> cache_;
  std::unordered_map<term::Sort, cvc5::Sort> sorts_;
  std::unordered_map<const term::Function*, cvc5::Term> functions_;
};

}  // namespace pendulum::smt
