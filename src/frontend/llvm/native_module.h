// Writes the instrumented module for the native replay and says what a harness has to define.
#pragma once

#include <string>

#include "program/native_source.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Requires that `module` defines the function `entry`. Ensures that the module is unchanged.
/// The file is `directory`/program.bc, where the entry function is called __pendulum_main; guarded.bc has
/// guards where objects are marked for them (guards.h).
program::NativeSource write_native_module(llvm::Module& module, const std::string& entry,
                                          const std::string& directory);

}  // namespace pendulum::frontend
