// The versions of the solvers that are linked.
#pragma once

#include <string>

namespace pendulum::smt {

/// "Z3 4.8.12, cvc5 1.0.3, CaDiCaL 1.5.3".
std::string solver_versions();

}  // namespace pendulum::smt
