// Term projection (Algorithm 3): the literals on which a formula's truth in a model rests, without inputs.
//
// Choices (ite) and disjunctions are decided as the model decides them. Differences from the thesis:
//  - it keeps only terms of T and, where a literal of the target cube speaks of next values, the partition of
//    all visited terms; here next values are replaced by the (resolved) update terms, so the literal itself
//    is kept. What this makes too large is dropped, which bounds the terms that can occur.
//  - the partition (ModelAssertion over Q) is needed only for what stands beside an input that could not be
//    replaced by an equal term without inputs.
// Theorem 3.1 (the model satisfies the result) is enforced: literals that do not hold in the model after
// simplification are dropped.
#pragma once

#include "engine/ic3/domain.h"

namespace pendulum::engine::euforia {

class TermProjection {
 public:
  TermProjection(term::TermManager& terms, const ic3::Truth& truth) : terms_(terms), truth_(truth) {}

  /// Requires truth(formula).
  void add(term::Term formula) { open_.emplace_back(formula, true); }
  /// The cube of all literals, without `inputs`.
  ic3::Cube project(const term::TermSet& inputs);

  /// The literals, inputs included; Requires that project() was not called.
  term::TermVector path_literals();

  /// A term without ite, equal to `term` where the literals found hold.
  term::Term resolve(term::Term term);

 private:
  void decompose();
  void take(term::Term formula, bool value);
  void take_one_of(term::Term formula, bool value);
  void add_literal(term::Term atom, bool value);
  bool mentions(term::Term term, const term::TermSet& inputs);
  void eliminate(const term::TermSet& inputs);
  bool eliminate_by_equation(const term::TermSet& inputs);
  void substitute(term::Term input, term::Term value);
  void eliminate_input(term::Term input, const term::TermSet& inputs);
  void drop_with_partition(term::Term input, const term::TermSet& inputs);
  void add_partition();
  void keep(term::Term literal);

  term::TermManager& terms_;
  const ic3::Truth& truth_;
  std::vector<std::pair<term::Term, bool>> open_;
  term::TermSet done_, seen_;
  term::Substitution resolved_;
  term::TermVector literals_;
};

}  // namespace pendulum::engine::euforia
