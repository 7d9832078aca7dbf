// Calls of alloca() as a function without body (`extern void *alloca(size_t)`, without <alloca.h>). Compilers
// implement alloca, but no library defines it.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Replaces such calls by the LLVM instruction that __builtin_alloca is translated to.
void replace_alloca_calls(llvm::Module& module);

}  // namespace pendulum::frontend
