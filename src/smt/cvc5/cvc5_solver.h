// Implementation of Solver by cvc5.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

std::unique_ptr<Solver> make_cvc5_solver(term::TermManager& manager, const SolverOptions& options,
                                         const base::StopToken& stop);

}  // namespace pendulum::smt
