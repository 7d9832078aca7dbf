// An allocation that fails sets errno (C17 7.5, POSIX). The models of the C library keep errno in a global
// variable of the program, so the front end adds code that sets it.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Inserts `if (result == 0) errno = ENOMEM` after each call of malloc and calloc that may fail. Does nothing
/// if the program does not use errno. Models of library functions are left unchanged because they set errno
/// themselves.
void set_errno_of_failed_allocations(llvm::Module& module);

}  // namespace pendulum::frontend
