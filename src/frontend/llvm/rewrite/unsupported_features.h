// Features of GNU C that are not modelled because they depend on the linker or on the machine, or
// that clang does not check.
#pragma once

#include "property/property.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Throws Unsupported if the module uses
///   - symbols that the linker defines at the start and end of a section (__start_NAME, __stop_NAME),
///   - pointers of other address spaces (__seg_fs, __seg_gs, __ptr32),
///   - arithmetic on vectors of integers, if overflows are checked: clang does not check them, and the
///   bitcode
///     contains no information about which of the vectors are signed.
void refuse_unmodelled(const llvm::Module& module, const property::Properties& properties);

}  // namespace pendulum::frontend
