// Interpolants of a refutation by McMillan's system ("Interpolation and SAT-based model checking", CAV 2003),
// under a partial assignment: the refutation is restricted to a refutation of the clauses under the
// assignment, and variables that occur only in satisfied clauses disappear from the interpolant (Jancik,
// Kofron, Rollini, Sharygina: "On interpolants and variable assignments", FMCAD 2014).
#pragma once

#include <unordered_map>

#include "smt/cadical/refutation.h"
#include "term/term_manager.h"

namespace pendulum::smt {

/// A partition of the input clauses into A and B.
struct Cut {
  std::vector<bool> is_in_a;          ///< by input clause
  std::vector<bool> is_local_to_a;    ///< by variable: no clause of B under the assignment contains it
  std::vector<signed char> assigned;  ///< by variable: 1 (true), -1 (false) or 0 (unassigned)
  /// The formulas of the unassigned variables that occur in both parts under the assignment.
  std::unordered_map<Literal, term::Term> shared;
};

/// Returns a formula I over the shared variables such that, under the assignment, A implies I, and I and B
/// are contradictory.
term::Term interpolant(term::TermManager& terms, std::span<const Clause> inputs, const Refutation& refutation,
                       const Cut& cut);

}  // namespace pendulum::smt
