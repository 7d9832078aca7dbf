// Validity checks over bit-vectors and arrays, with a time limit per solver call.
#pragma once

#include <chrono>

#include "base/statistics.h"
#include "smt/solver.h"

namespace pendulum::acceleration {

/// Default time limit of a solver call. Chosen so that the calls for one loop, some ten, take a few seconds
/// even if all of them contain products of symbols, which bit-blasting does not solve. Not measured.
inline constexpr std::chrono::milliseconds default_query_limit(500);

class Prover {
 public:
  /// Increments `queries` for each solver call. The referenced objects should outlive the prover.
  Prover(term::TermManager& terms, smt::SolverFactory& solvers, std::uint64_t& queries,
         std::chrono::milliseconds limit = default_query_limit);

  /// Returns true only if the formula is valid; false if it is not valid or the solver call is unknown.
  bool is_valid(term::Term formula);
  /// Returns true only if the formula is unsatisfiable.
  bool is_unsat(term::Term formula);

 private:
  term::TermManager& terms_;
  smt::SolverFactory& solvers_;
  std::uint64_t& queries_;
  std::chrono::milliseconds limit_;
};

}  // namespace pendulum::acceleration
