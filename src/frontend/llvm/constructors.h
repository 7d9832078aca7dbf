// Functions with the attributes constructor and destructor (GNU C): the loader runs them before and after
// main.
//
// They become calls in the entry function, so that the translator and the native replay run the same.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Constructors run when the entry function starts, in the order of their priorities. Destructors run where
/// it returns and before calls of exit, in the reverse order.
void call_constructors(llvm::Module& module, const std::string& entry);

}  // namespace pendulum::frontend
