// Term projection (Algorithm 3): the literals that determine the truth of a formula in a model, without
// inputs.
//
// Choices (ite) and disjunctions are resolved as in the model. Differences from the thesis:
// - The thesis keeps only terms of T and, if a literal of the target cube contains next values, the partition
//   of all visited terms. Here, next values are replaced by the resolved update terms, so the literal itself
//   is kept. Literals that become too large are dropped, which bounds the set of possible terms.
// - The partition (ModelAssertion over Q) is used only for literals with an input that no equal term without
//   inputs can replace.
//
// Terms are concrete and are simplified at construction: select(store(a, i, 3), i) becomes 3, x + 1 = 5
// becomes x = 4. EUF does not contain these rules, so a simplified literal may be false in the model. Then
// the model contradicts the meaning of an operation, and the instance of the rule that was applied is an
// axiom that excludes the model: a constraint lemma (Definition 3.10), found without a counterexample.
// Theorem 3.1 (the model satisfies the result) holds if no such axiom was found. Literals with values that
// are not known (known_values.h) are dropped.
#pragma once

#include "engine/euforia/euf_abstraction.h"
#include "engine/euforia/known_values.h"
#include "engine/ic3/domain.h"

namespace pendulum::engine::euforia {

class TermProjection {
 public:
  /// If `abstraction` is null, the model is a model of the concrete terms, in which simplification is
  /// correct.
  TermProjection(term::TermManager& terms, const ic3::Truth& truth, EufAbstraction* abstraction,
                 const KnownValues& values)
      : terms_(terms), truth_(truth), abstraction_(abstraction), values_(values) {}

  /// Adds a formula to project. Requires truth(formula).
  void add(term::Term formula) { open_.emplace_back(formula, true); }
  /// The cube of all literals, without `inputs`.
  ic3::Cube project(const term::TermSet& inputs);

  /// The literals, including those over inputs. Requires that project() was not called.
  term::TermVector path_literals();

  /// A term without ite that equals `term` whenever the collected literals hold.
  term::Term resolve(term::Term term);

  /// `folded` is the simplified form of `term` under `premises`; all may be concrete or abstract terms. If
  /// the two differ in the model, the equality is added to the axioms.
  void expect_equal(const term::TermVector& premises, term::Term term, term::Term folded);
  /// Abstract formulas that every concrete step satisfies, but the model does not.
  const term::TermVector& axioms() const { return axioms_; }

 private:
  /// The equality of two terms, abstract if there is an abstraction.
  term::Term equation(term::Term a, term::Term b);
  term::Term resolve_node(term::Term term, const term::TermVector& children);
  term::Term read_over_write(term::Term select);
  /// Decomposes all formulas of open_ into literals.
  void decompose();
  void take(term::Term formula, bool value);
  void take_one_of(term::Term formula, bool value);
  /// Resolves the atom and keeps it as a literal with the given truth value.
  void add_literal(term::Term atom, bool value);
  bool mentions(term::Term term, const term::TermSet& inputs);
  /// Replaces or drops all inputs in the literals.
  void eliminate(const term::TermSet& inputs);
  bool eliminate_by_equation(const term::TermSet& inputs);
  /// Replaces the input by `value` in all literals.
  void substitute(term::Term input, term::Term value);
  void eliminate_input(term::Term input, const term::TermSet& inputs);
  void drop_with_partition(term::Term input, const term::TermSet& inputs);
  /// Adds equalities of variables and values that hold in the model.
  void add_equalities();
  void keep(term::Term literal);

  term::TermManager& terms_;
  const ic3::Truth& truth_;
  EufAbstraction* abstraction_;
  const KnownValues& values_;
  /// Formulas still to be decomposed, with their truth values in the model.
  std::vector<std::pair<term::Term, bool>> open_;
  term::TermSet done_, seen_;
  term::Substitution resolved_;
  term::TermVector literals_, axioms_;
  bool is_projected_ = false;  ///< project() was called
};

}  // namespace pendulum::engine::euforia
