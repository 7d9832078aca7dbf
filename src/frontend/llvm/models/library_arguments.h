// Accesses of library functions through their arguments.
//
// A library function without a model reads the strings, objects and streams that are passed to it. If memory
// accesses are checked, a call of a helper of the models (models/c/access.c) is inserted before the call and
// performs the accesses as part of the program: the translation checks them, and AddressSanitizer checks them
// in the native replay.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Inserts these accesses before all calls of library functions.
void check_library_arguments(llvm::Module& module);

/// Inserts a call of a helper of the models after each call of a library function that sets errno on failure.
/// If the call has failed, the helper sets errno to a positive number, in the translation and in the native
/// replay.
void set_errno_after_failures(llvm::Module& module);

}  // namespace pendulum::frontend
