// A cube that a model satisfies and that implies a formula: the literals on which the formula's truth in the
// model rests. Choices (ite), disjunctions and reads over writes are decided as the model decides them, so
// the literals have no Boolean structure inside and read only array symbols.
#pragma once

#include "term/evaluate.h"

namespace pendulum::interpolation {

class Implicant {
 public:
  /// `model` gives a value to every symbol of the formulas that will be added.
  Implicant(term::TermManager& terms, const term::Model& model) : terms_(terms), evaluate_(terms, model) {}

  /// False, and nothing added, when the formula is not true in the model (the solver and term::evaluate may
  /// disagree on division by zero).
  bool add(term::Term formula);

  /// The term without choices, equal to it in all states that satisfy literals(), which may grow. A formula
  /// that is no symbol becomes its truth value.
  term::Term resolve_value(term::Term term);

  /// In the order of their discovery, without duplicates, arithmetic ones normalised.
  const term::TermVector& literals() const { return literals_; }
  /// The value of `term` in the model.
  term::Term value(term::Term term) { return evaluate_(term); }

 private:
  struct Goal {
    term::Term formula;
    bool value;
  };
  void require(term::Term formula, bool value) { open_.push_back({formula, value}); }
  /// Decomposes all open goals.
  void settle();
  void decompose(const Goal& goal);
  void add_one_of(std::span<const term::Term> formulas, bool value);
  void add_literal(term::Term atom, bool value);
  /// The term without choices, equal to it in all states that satisfy the literals (once all goals are met).
  term::Term resolve(term::Term term);
  /// The resolved term, or null after other terms that have to be resolved first were pushed.
  term::Term resolve_step(term::Term term, term::TermVector& pending);
  term::Term resolve_read(term::Term read, term::TermVector& pending);
  /// The resolution of `term`, null and pushed when it is not known yet.
  term::Term known_or_push(term::Term term, term::TermVector& pending);

  term::TermManager& terms_;
  term::Evaluator evaluate_;
  std::vector<Goal> open_;
  term::TermSet done_;  ///< formulas that are decomposed
  term::Substitution resolved_;
  term::TermSet seen_;
  term::TermVector literals_;
};

}  // namespace pendulum::interpolation
