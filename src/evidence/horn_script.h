// Evidence about Horn clauses as SMT-LIB scripts, in the predicates of the file.
#pragma once

#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "frontend/load_system.h"

namespace pendulum::evidence {

/// A script that defines the predicates, and for each clause asserts that an instance violates it. All
/// queries are unsatisfiable. `invariant` has a term for each location of the program.
std::string chc_model(const program::Program& program, const frontend::HornSource& horn,
                      const std::vector<term::Term>& invariant);

/// A script that asserts the instances of clauses from which the path derives false. It is satisfiable.
std::string chc_derivation(const program::Program& program, const frontend::HornSource& horn,
                           const certificate::ErrorPath& path);

}  // namespace pendulum::evidence
