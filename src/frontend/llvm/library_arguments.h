// Accesses of library functions through their arguments.
//
// A library function without a model reads the strings, objects and streams that it gets. Where accesses are the
// property, a call of a model's part (models/access.c) before the call makes this an access of the program: the
// translation checks it, and AddressSanitizer sees it in the native replay.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

void check_library_arguments(llvm::Module& module);

}  // namespace pendulum::frontend
