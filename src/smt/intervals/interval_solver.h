// Solver that refutes its assertions by interval propagation and splitting (refutation.h). It answers unsat
// or unknown, never sat, and supports all terms; it is meant for formulas with floating-point operators.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

std::unique_ptr<Solver> make_interval_solver(term::TermManager& manager, const base::StopToken& stop);

}  // namespace pendulum::smt
