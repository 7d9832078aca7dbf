// Global objects that the source defines as const.
#pragma once

namespace llvm {
class GlobalVariable;
}

namespace pendulum::frontend {

/// Is the object's type in the debug information const, or an array of const elements?
bool is_defined_const(const llvm::GlobalVariable& object);

}  // namespace pendulum::frontend
