// The factory for all back ends. It wraps each solver in the decorators that the options require.
#pragma once

#include <memory>
#include <string>

#include "smt/solver.h"

namespace pendulum::smt {

struct FactoryOptions {
  /// Directory to which every query is written as a stand-alone SMT-LIB file `<pid>-NNNNNN-<solver>.smt2`,
  /// with the result and the time in its first lines. Empty: no files are written.
  std::string dump_queries_directory;
  unsigned seed = 0;
};

/// `stop` limits every check. The solvers add smt.<solver>.checks, smt.<solver>.sat, .unsat, .unknown and
/// smt.<solver>.check_time to `statistics`, and smt.z3.array_axioms, the number of array axioms that Z3 has
/// instantiated. `stop` and `statistics` should outlive the factory and its solvers.
std::unique_ptr<SolverFactory> make_solver_factory(const FactoryOptions& options, const base::StopToken& stop,
                                                   base::Statistics& statistics);

}  // namespace pendulum::smt
