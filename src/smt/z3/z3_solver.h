// Z3 behind the interface Solver, Z3's quantifier elimination and its solver of Horn clauses.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

class Z3Environment;
struct HornAnswer;
struct HornOptions;
struct HornSystem;

/// The translation for `manager`, shared by all solvers made with it.
std::shared_ptr<Z3Environment> make_z3_environment(term::TermManager& manager);

/// `array_axioms` grows by what the solver has instantiated when it ends.
std::unique_ptr<Solver> make_z3_solver(std::shared_ptr<Z3Environment> environment,
                                       const SolverOptions& options, const base::StopToken& stop,
                                       std::uint64_t& array_axioms);

/// exists `bound`. `body` without the quantifier, or nothing: time is up, Z3 left a quantifier, or its result
/// has no term of ours.
std::optional<term::Term> z3_eliminate(term::TermManager& manager, std::span<const term::Term> bound,
                                       term::Term body, std::chrono::milliseconds limit);

/// See smt/horn.h. Requires a positive limit.
HornAnswer z3_solve_horn(term::TermManager& manager, const HornSystem& system, const HornOptions& options);

}  // namespace pendulum::smt
