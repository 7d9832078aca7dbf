// Writes obligations as SMT-LIB files for other solvers.
#pragma once

#include <string>
#include <vector>

#include "check/kernel/obligation.h"

namespace pendulum::check {

/// Writes one SMT-LIB file `NN-<name>.smt2` per obligation, with which another solver can re-check that it is
/// unsatisfiable. Throws InputError if a file cannot be written.
void write_obligations(const std::string& directory, const std::vector<Obligation>& obligations);

}  // namespace pendulum::check
