// Allocations that fail. One that fails sets errno (C17 7.5, POSIX). The models of the C library keep errno
// in a global variable of the program, so the front end adds code that sets it.
#pragma once

#include <vector>

#include "frontend/llvm/ir/options.h"

namespace llvm {
class CallBase;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// The assumption of a verdict if allocations do not fail.
inline constexpr const char* allocations_succeed =
    "malloc and related functions do not fail for sizes up to PTRDIFF_MAX";

/// The calls of malloc and calloc. Requires: no models are linked; they choose themselves whether they fail.
std::vector<llvm::CallBase*> allocations_of_program(llvm::Module& module);
/// Replaces each of the calls by null or the call, with an arbitrary choice in each execution.
void let_fail(const std::vector<llvm::CallBase*>& allocations);

/// Inserts `if (result == 0) errno = ENOMEM` after each call of malloc and calloc that may fail. Does nothing
/// if the program does not use errno. Models of library functions are left unchanged because they set errno
/// themselves.
void set_errno_of_failed_allocations(llvm::Module& module, Allocations allocations);

}  // namespace pendulum::frontend
