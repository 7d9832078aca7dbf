// cvc5 behind the interface Solver.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

std::unique_ptr<Solver> make_cvc5_solver(term::TermManager& manager, const SolverOptions& options,
                                         const base::StopToken& stop);

}  // namespace pendulum::smt
