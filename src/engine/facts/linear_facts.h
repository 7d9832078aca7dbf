// Linear invariants computed by abstract interpretation (domain/fixpoint), for engines that start from facts.
#pragma once

#include "base/budget.h"
#include "engine/prepared_program.h"

namespace pendulum::engine {

/// For each location of prepared.program(), constraints in its theory that hold in all states that reach the
/// location; `false` if the location is unreachable. Empty lists after a timeout. Over integers, the
/// constraints hold in the integer view, which has all executions of the program. Over bit-vectors, they are
/// the invariants of the view, translated with enough bits not to overflow, so they hold as well. However,
/// they need not be inductive by themselves, because conjuncts without a bit-vector form are missing: a
/// caller that certifies them has to check that with a solver.
/// Requires that the budget has a deadline.
std::vector<term::TermVector> linear_facts(const PreparedProgram& prepared, Env& env,
                                           const base::Budget& budget);

/// domain::linear_invariants, stopped at the end of the budget even within a single step. Empty lists after a
/// timeout. Requires that the budget has a deadline.
std::vector<term::TermVector> limited_invariants(const program::Program& program, term::Term ranges,
                                                 const base::Budget& budget, Env& env);

}  // namespace pendulum::engine
