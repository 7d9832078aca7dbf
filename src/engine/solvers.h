// The choice of a solver for the queries of an engine.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine {

/// The queries that a solver gets. They determine the back end and whether unsat cores are available.
enum class SolverPurpose {
  /// Long formulas about whole paths, with models and without cores: CaDiCaL if the logic is QF_BV, otherwise
  /// Z3.
  Paths,
  /// Implications with unsat cores, for example whether an edge preserves a formula: CaDiCaL if the logic is
  /// QF_BV, otherwise Z3.
  Implications,
  /// Implications between labels of a tree, without cores: CaDiCaL if the logic is QF_BV, otherwise Z3
  /// (bench/results/solver_choice.md).
  Labels,
  /// Incremental queries about single steps, with models and cores: Z3.
  Steps,
};

/// Makes a solver for terms of the SMT-LIB logic `logic`, with the seed of `env`.
std::unique_ptr<smt::Solver> make_solver(SolverPurpose purpose, const std::string& logic, Env& env);

/// Makes a solver for formulas over the terms of `program`. For the purpose Paths, arrays are expanded if
/// possible (smt/expansion.h), and the logic is then QF_BV.
std::unique_ptr<smt::Solver> make_solver(SolverPurpose purpose, const program::Program& program, Env& env);

/// The SMT-LIB logic of the program's terms and `known`.
std::string logic_of(const program::Program& program, term::Term known);

}  // namespace pendulum::engine
