// Implementation of Solver by Z3, Z3's quantifier elimination, and Spacer, Z3's solver for Horn clauses.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

class Z3Environment;
struct HornAnswer;
struct HornOptions;
struct HornSystem;

/// Makes the Z3 context and translation for the terms of `manager`. Several solvers may share it.
std::shared_ptr<Z3Environment> make_z3_environment(term::TermManager& manager);

/// The destructor of the solver adds the number of array axioms that Z3 has instantiated to `array_axioms`.
std::unique_ptr<Solver> make_z3_solver(std::shared_ptr<Z3Environment> environment,
                                       const SolverOptions& options, const base::StopToken& stop,
                                       std::uint64_t& array_axioms);

/// Returns a quantifier-free formula that is equivalent to (exists `bound`. `body`). Returns no value after a
/// timeout, if Z3 does not eliminate all quantifiers, or if its result cannot be translated to a term.
std::optional<term::Term> z3_eliminate(term::TermManager& manager, std::span<const term::Term> bound,
                                       term::Term body, std::chrono::milliseconds limit);

/// See smt/horn.h. Requires: options.limit is positive.
HornAnswer z3_solve_horn(term::TermManager& manager, const HornSystem& system, const HornOptions& options);

}  // namespace pendulum::smt
