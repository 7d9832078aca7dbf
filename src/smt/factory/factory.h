// The factory that knows all back ends and wraps them with the decorators that the options ask for.
#pragma once

#include <memory>
#include <string>

#include "smt/solver.h"

namespace pendulum::smt {

struct FactoryOptions {
  /// Every query is written there as a stand-alone SMT-LIB file `<pid>-NNNNNN-<solver>.smt2` whose first
  /// lines say the answer and the time; empty: none.
  std::string dump_queries_directory;
  unsigned seed = 0;
};

/// `stop` limits every check; `statistics` gets smt.<solver>.checks, smt.<solver>.sat, .unsat, .unknown and
/// smt.<solver>.check_time; smt.z3.array_axioms: instances that Z3 has made of them.
std::unique_ptr<SolverFactory> make_solver_factory(const FactoryOptions& options, const base::StopToken& stop,
                                                   base::Statistics& statistics);

}  // namespace pendulum::smt
