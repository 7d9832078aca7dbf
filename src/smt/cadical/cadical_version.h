// The version of CaDiCaL that is linked.
#pragma once

#include <string>

namespace pendulum::smt {

/// "1.2.3".
std::string cadical_version();

}  // namespace pendulum::smt
