// A cube that holds in a model and implies a formula: the literals on which the truth of the formula in the
// model depends. Choices (ite), disjunctions and reads over writes are resolved as in the model, so the
// literals have no Boolean structure inside and read only array symbols.
#pragma once

#include "term/evaluation/evaluate.h"

namespace pendulum::interpolation {

class Implicant {
 public:
  /// Requires: `model` has a value for every symbol of the formulas that are added.
  Implicant(term::TermManager& terms, const term::Model& model) : terms_(terms), evaluate_(terms, model) {}

  /// Adds literals that imply the formula. Returns false and adds nothing if the formula is not true in the
  /// model (the solver and term::evaluate may disagree on division by zero).
  bool add(term::Term formula);

  /// Returns a term without choices that equals `term` in all states that satisfy literals(), to which it may
  /// add literals. For a formula that is not a symbol, this is its truth value.
  term::Term resolve_value(term::Term term);

  /// In the order of discovery, without duplicates; arithmetic literals are normalised.
  const term::TermVector& literals() const { return literals_; }
  /// The value of `term` in the model.
  term::Term value(term::Term term) { return evaluate_(term); }

 private:
  /// A formula that has to have a truth value.
  struct Goal {
    term::Term formula;
    bool value;
  };
  void require(term::Term formula, bool value) { open_.push_back({formula, value}); }
  /// Decomposes all open goals.
  void settle();
  void decompose(const Goal& goal);
  /// Adds one of the formulas that have the value; prefers formulas that are already decomposed, then atoms.
  void add_one_of(std::span<const term::Term> formulas, bool value);
  void add_literal(term::Term atom, bool value);
  /// The term without choices, equal to it in all states that satisfy the literals (after settle()).
  term::Term resolve(term::Term term);
  /// The resolved term; null if other terms have to be resolved first, which are pushed to `pending`.
  term::Term resolve_step(term::Term term, term::TermVector& pending);
  term::Term resolve_read(term::Term read, term::TermVector& pending);
  /// The resolved term; if it is not known yet, pushes the term to `pending` and returns null.
  term::Term known_or_push(term::Term term, term::TermVector& pending);

  term::TermManager& terms_;
  term::Evaluator evaluate_;
  std::vector<Goal> open_;
  term::TermSet done_;  ///< formulas that have been decomposed
  term::Substitution resolved_;
  term::TermSet seen_;
  term::TermVector literals_;
};

}  // namespace pendulum::interpolation
