// Functions with the attributes constructor and destructor (GNU C), and functions whose addresses the program
// puts into the sections .init_array and .fini_array. The loader runs them before and after main.
//
// The front end calls them explicitly, so that the translator and the native replay execute the same code.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Inserts calls of the constructors at the start of the entry function, in the order of their priorities,
/// and calls of the destructors where the entry function returns and before calls of exit, in reverse order.
/// Throws Unsupported for other sections that the loader runs (.preinit_array, .ctors, .init, ...), and if
/// the order of the functions is not determined.
void call_constructors(llvm::Module& module, const std::string& entry);

}  // namespace pendulum::frontend
