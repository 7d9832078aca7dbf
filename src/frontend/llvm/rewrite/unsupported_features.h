// Features of GNU C that are not modelled because they depend on the linker or on the machine.
#pragma once

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Throws Unsupported if the module uses
///   - symbols that the linker defines at the start and end of a section (__start_NAME, __stop_NAME),
///   - pointers of other address spaces (__seg_fs, __seg_gs, __ptr32).
void refuse_unmodelled(const llvm::Module& module);

}  // namespace pendulum::frontend
