// alloca() as a function without body (`extern void *alloca(size_t)`, without <alloca.h>): compilers know
// it, no library defines it. Calls become the instruction that __builtin_alloca is.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace pendulum::frontend {

void replace_alloca_calls(llvm::Module& module);

}  // namespace pendulum::frontend
