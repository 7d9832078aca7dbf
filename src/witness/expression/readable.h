// Chooses the conjuncts of an invariant that a reader, or another tool, needs.
//
// Proofs contain many conjuncts with the same meaning: `i <= 16`, `i <= 17`, `(unsigned int)i <= 17U`.
// Conjuncts that follow from the others are removed, those with long texts and casts first.
#pragma once

#include <string>
#include <vector>

#include "base/stop.h"
#include "smt/solver.h"
#include "witness/expression/scope.h"

namespace pendulum::witness {

struct ReadableInvariant {
  std::vector<std::string> conjuncts;  ///< C expressions; an operator in them binds stronger than &&
  term::TermVector left_out;           ///< conjuncts without a C form that do not follow from the others
};

/// Makes readable invariants at the locations of one program, all together within a time limit. After the
/// limit, or without solvers, no conjuncts are removed.
class InvariantReader {
 public:
  /// `solvers` may be null; otherwise it and `stop` should outlive the object.
  InvariantReader(const program::Program& program, smt::SolverFactory* solvers, const base::StopToken& stop);

  /// The result and the conjuncts that were left out are together equivalent to `invariant`.
  ReadableInvariant read(program::LocationId location, term::Term invariant);

 private:
  struct Candidate {
    term::Term term;
    std::string text;  ///< empty: it has no C form
    std::size_t cost = 0;
  };
  Candidate candidate(program::LocationId location, term::Term term) const;
  /// The choice with the shortest texts among equivalent ones.
  std::vector<Candidate> shortest(program::LocationId location,
                                  const std::vector<term::TermVector>& choices) const;
  std::vector<Candidate> candidates(program::LocationId location, term::Term invariant) const;
  void remove_redundant(std::vector<Candidate>& candidates);

  Scopes scopes_;
  smt::SolverFactory* solvers_;
  base::StopToken stop_;
};

}  // namespace pendulum::witness
