// Which global objects the source defines as const.
#pragma once

namespace llvm {
class GlobalVariable;
}

namespace pendulum::frontend {

/// The object's type in the debug information is const, or an array of const elements.
bool is_defined_const(const llvm::GlobalVariable& object);

}  // namespace pendulum::frontend
