// Weak symbols without definition (GNU C).
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Replaces the address of each weak symbol without definition by a value that the entry function chooses
/// when it starts: the symbol's address or null. Throws Unsupported if a constant initialiser contains the
/// address.
void choose_weak_symbols(llvm::Module& module, const std::string& entry);

}  // namespace pendulum::frontend
