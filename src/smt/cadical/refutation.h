// Refutations of clause sets by resolution. Debian's CaDiCaL 1.5.3 writes DRAT proofs without antecedents, so
// every lemma is derived again by unit propagation (rup_replay.h), and the lemmas that the empty clause does
// not need are dropped.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "smt/cadical/circuit.h"
#include "smt/solver.h"

namespace pendulum::smt {

using Clause = std::vector<Literal>;

/// A resolution step: the current clause contains the negation of `pivot`, and `clause` contains `pivot`.
struct Resolution {
  std::size_t clause;  ///< index of a derivation
  Literal pivot;
};

/// The origin of a clause: an input clause, or `first` resolved with the clauses of `steps` in this order.
struct Derivation {
  std::optional<std::size_t> input;  ///< index of an input clause
  std::size_t first = 0;             ///< index of a derivation; only without `input`
  std::vector<Resolution> steps;
};

/// Derivations in an order in which each uses only earlier ones; the last one derives the empty clause, and
/// needs all others.
using Refutation = std::vector<Derivation>;

struct RefutationAnswer {
  SatResult result;
  std::string reason;       ///< only with Unknown
  Refutation refutation;    ///< only with Unsat
  std::vector<bool> model;  ///< only with Sat: by variable
};

/// Decides whether the clauses are satisfiable. Requires: literals are between -num_variables and
/// num_variables and not 0.
[[nodiscard]] RefutationAnswer refute(std::span<const Clause> clauses, int num_variables, unsigned seed,
                                      const base::StopToken& stop);

}  // namespace pendulum::smt
