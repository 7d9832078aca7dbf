// Weak symbols without definition.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Their addresses are null or not, whichever the entry function chooses when it starts.
void choose_weak_symbols(llvm::Module& module, const std::string& entry);

}  // namespace pendulum::frontend
