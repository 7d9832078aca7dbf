// Observables: terms over the live variables of a location, whose values abstract a concrete state. They are
// the variables themselves and, for pairs of variables that are not flags, the difference and the results of
// comparisons. A protocol that increments a number received from outside has infinitely many values of the
// number, but few differences between two variables.
#pragma once

#include <set>
#include <utility>

#include "engine/bmc/exploration.h"

namespace pendulum::engine::bmc {

class Observables {
 public:
  using Words = Exploration::Words;

  /// Requires exploration.is_possible().
  Observables(const program::Program& program, const Exploration& exploration);

  /// The observables of a location, those that refinement should prefer last.
  const term::TermVector& at(program::LocationId location) const { return at_[location]; }
  /// Their values in a state over the live variables of the location.
  Words values(program::LocationId location, const Words& state);

 private:
  /// The observables of pairs of the variables: of all pairs if there are few variables, or of related ones.
  term::TermVector pairs_of(const term::TermVector& numbers,
                            const std::set<std::pair<term::Term, term::Term>>& related) const;

  term::TermManager& terms_;
  std::vector<term::TermVector> at_;                 ///< by location
  std::vector<std::optional<term::WordCode>> code_;  ///< by location; roots: at_[location]
};

/// The formula that `observable` has the value `word`.
term::Term has_value(term::TermManager& terms, term::Term observable, std::uint64_t word);

}  // namespace pendulum::engine::bmc
