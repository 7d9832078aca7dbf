// Derives the lemmas of a DRAT proof again by reverse unit propagation: the negation of a lemma is assumed,
// and unit propagation with the clauses before it leads to a conflict. The clause of the conflict, resolved
// with the reasons of the propagated literals, yields the lemma or a part of it. (CaDiCaL 1.5.3 adds no lemma
// that needs more than unit propagation.)
//
// Literals that are implied without assumptions have unit clauses of their own, so that later derivations use
// the unit clause instead of repeating its derivation.
#pragma once

#include <map>
#include <vector>

#include "smt/cadical/refutation.h"

namespace pendulum::smt {

class RupReplay {
 public:
  explicit RupReplay(int num_variables);

  /// Adds the input clause with this index.
  void add_input(const Clause& clause, std::size_t index);
  /// Derives the lemma. Returns false if it does not follow by unit propagation.
  [[nodiscard]] bool add_lemma(const Clause& lemma);
  /// Forgets a clause that was added before. Later derivations do not use it.
  void remove(Clause clause);

  bool is_refuted() const { return is_refuted_; }
  /// Requires: is_refuted(). The last derivation derives the empty clause.
  Refutation take_derivations() { return std::move(derivations_); }

 private:
  using Id = std::size_t;  ///< index of a derivation
  static constexpr Id none = static_cast<Id>(-1);

  static std::size_t index(Literal literal);
  int value(Literal literal) const { return values_[index(literal)]; }
  void assign(Literal literal, Id reason);
  void undo(std::size_t trail_size);

  Id add_derivation(Clause literals, Derivation derivation);
  /// Makes a clause available for propagation. `key` is its text in the proof.
  void attach(Id id, Clause key);
  /// Assigns the literals from `trail_[head]` on to all clauses. Returns the clause of a conflict, or none.
  Id propagate(std::size_t head);
  /// Visits the clauses that watch the negation of `literal`. Returns the clause of a conflict, or none.
  Id visit(Literal literal);
  /// Moves a watch of the clause to a literal that is not false. Returns false if there is none.
  bool move_watch(Id id, Literal falsified);
  /// Derives the unit clause of a literal, the only one of the clause that is not false.
  void derive_unit(Id id, Literal literal);
  void derive_empty(Id conflict);
  /// Resolves the conflict with the reasons of all propagated literals.
  void derive_lemma(Id conflict, const Clause& lemma);

  Refutation derivations_;
  std::vector<Clause> clauses_;  ///< by derivation; the first two literals are watched
  std::vector<bool> is_removed_;
  std::map<Clause, std::vector<Id>> by_key_;  ///< clauses with these sorted literals in the proof
  std::vector<std::vector<Id>> watches_;      ///< by literal
  std::vector<signed char> values_;           ///< by literal: 1, 0 or -1
  std::vector<Id> reasons_;                   ///< by variable; none for assumptions
  std::vector<bool> is_seen_;                 ///< by variable; all false between calls
  std::vector<Literal> trail_;
  bool is_assuming_ = false;  ///< whether a lemma is being derived
  bool is_refuted_ = false;
};

}  // namespace pendulum::smt
