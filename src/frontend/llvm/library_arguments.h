// Accesses of library functions through their arguments.
//
// A library function without a model reads the strings, objects and streams that it gets. Where accesses are
// the property, a call of a model's part (models/access.c) before the call makes this an access of the
// program: the translation checks it, and AddressSanitizer sees it in the native replay.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

void check_library_arguments(llvm::Module& module);

/// Calls of functions whose results come from outside, and that have failed, set errno to a positive number:
/// a call of a model's part after each such call does it, in the translation and in the native replay.
void set_errno_after_failures(llvm::Module& module);

}  // namespace pendulum::frontend
