// The version of LLVM that is linked.
#pragma once

#include <string>

namespace pendulum::frontend {

/// "19.1.7".
std::string llvm_version();

}  // namespace pendulum::frontend
