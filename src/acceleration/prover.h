// Validity queries of the acceleration library: bit-vectors, with a limit per query.
#pragma once

#include <chrono>

#include "base/statistics.h"
#include "smt/solver.h"

namespace pendulum::acceleration {

class Prover {
 public:
  /// Counts queries in `queries`.
  Prover(term::TermManager& terms, smt::SolverFactory& solvers, std::uint64_t& queries,
         std::chrono::milliseconds limit = std::chrono::milliseconds(500));

  /// True if the formula is valid; false if it is not or if the solver does not decide within the limit.
  bool is_valid(term::Term formula);
  bool is_unsat(term::Term formula);

 private:
  term::TermManager& terms_;
  smt::SolverFactory& solvers_;
  std::uint64_t& queries_;
  std::chrono::milliseconds limit_;
};

}  // namespace pendulum::acceleration
