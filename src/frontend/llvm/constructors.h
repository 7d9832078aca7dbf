// Functions with the attributes constructor and destructor (GNU C), and functions whose addresses the program
// puts into the sections .init_array and .fini_array: the loader runs them before and after main.
//
// They become calls in the entry function, so that the translator and the native replay run the same.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Constructors run when the entry function starts, in the order of their priorities. Destructors run where
/// it returns and before calls of exit, in the reverse order. Throws Unsupported for other sections that the
/// loader runs (.preinit_array, .ctors, .init, ...), and where the order of the functions is not known.
void call_constructors(llvm::Module& module, const std::string& entry);

}  // namespace pendulum::frontend
