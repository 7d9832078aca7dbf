// The version of Z3 that is linked.
#pragma once

#include <string>

namespace pendulum::smt {

/// "1.2.3".
std::string z3_version();

}  // namespace pendulum::smt
