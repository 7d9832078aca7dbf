// Term projection (Algorithm 3): the literals on which a formula's truth in a model rests, without inputs.
//
// Choices (ite) and disjunctions are decided as the model decides them. Differences from the thesis:
//  - it keeps only terms of T and, where a literal of the target cube speaks of next values, the partition of
//    all visited terms; here next values are replaced by the (resolved) update terms, so the literal itself
//    is kept. What this makes too large is dropped, which bounds the terms that can occur.
//  - the partition (ModelAssertion over Q) is needed only for what stands beside an input that could not be
//    replaced by an equal term without inputs.
//
// Terms are concrete and fold when they are built: select(store(a, i, 3), i) becomes 3, x + 1 = 5 becomes
// x = 4. EUF does not know that, so a folded literal may be false in the model; then the model contradicts
// the meaning of an operation, and the instance of it that folding has used is an axiom that excludes the
// model: a constraint lemma (Definition 3.10) before there is a counterexample. Theorem 3.1 (the model
// satisfies the result) holds where there is no such axiom; literals with values that are not known
// (known_values.h) go.
#pragma once

#include "engine/euforia/euf_abstraction.h"
#include "engine/euforia/known_values.h"
#include "engine/ic3/domain.h"

namespace pendulum::engine::euforia {

class TermProjection {
 public:
  /// Without an abstraction the model is one of the program: folding is right in it.
  TermProjection(term::TermManager& terms, const ic3::Truth& truth, EufAbstraction* abstraction,
                 const KnownValues& values)
      : terms_(terms), truth_(truth), abstraction_(abstraction), values_(values) {}

  /// Requires truth(formula).
  void add(term::Term formula) { open_.emplace_back(formula, true); }
  /// The cube of all literals, without `inputs`.
  ic3::Cube project(const term::TermSet& inputs);

  /// The literals, inputs included; Requires that project() was not called.
  term::TermVector path_literals();

  /// A term without ite, equal to `term` where the literals found hold.
  term::Term resolve(term::Term term);

  /// `folded` is what `term` becomes where `premises` hold, all over concrete or abstract terms. If the model
  /// sees them differ: an axiom.
  void expect_equal(const term::TermVector& premises, term::Term term, term::Term folded);
  /// Abstract formulas that every concrete step satisfies and the model does not.
  const term::TermVector& axioms() const { return axioms_; }

 private:
  term::Term equation(term::Term a, term::Term b);
  term::Term resolve_node(term::Term term, const term::TermVector& children);
  term::Term read_over_write(term::Term select);
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
  void add_equalities();
  void keep(term::Term literal);

  term::TermManager& terms_;
  const ic3::Truth& truth_;
  EufAbstraction* abstraction_;
  const KnownValues& values_;
  std::vector<std::pair<term::Term, bool>> open_;
  term::TermSet done_, seen_;
  term::Substitution resolved_;
  term::TermVector literals_, axioms_;
};

}  // namespace pendulum::engine::euforia
