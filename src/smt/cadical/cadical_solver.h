// Solver for Booleans and bit-vectors: bit-blasting (bit_blaster.h) and CaDiCaL.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

std::unique_ptr<Solver> make_cadical_solver(term::TermManager& manager, const SolverOptions& options,
                                            const base::StopToken& stop);

}  // namespace pendulum::smt
