// Features of GNU C that act outside of the C program, at the linker or in the machine, and that are not
// modelled.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Throws Unsupported for
///   symbols that the linker defines around a section (__start_NAME, __stop_NAME), where the program declares
///   them, other address spaces (__seg_fs, __seg_gs, __ptr32).
void refuse_unmodelled(const llvm::Module& module);

}  // namespace pendulum::frontend
