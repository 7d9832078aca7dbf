// The version of cvc5 that is linked.
#pragma once

#include <string>

namespace pendulum::smt {

/// "1.2.3".
std::string cvc5_version();

}  // namespace pendulum::smt
