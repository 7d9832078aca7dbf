// An allocation that fails sets errno (C17 7.5, POSIX). The models of the C library keep errno in a variable
// of the program, so the program itself has to set it.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// After each call of malloc and calloc: `if (result == 0) errno = ENOMEM`. Nothing happens where the
/// program does not use errno. Models set it themselves.
void set_errno_of_failed_allocations(llvm::Module& module);

}  // namespace pendulum::frontend
