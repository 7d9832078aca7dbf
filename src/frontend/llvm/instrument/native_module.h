// Writes the instrumented module for the native replay and lists the symbols that the harness has to define.
#pragma once

#include <string>

#include "program/native_source.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// Writes `directory`/program.bc, in which the entry function is called __pendulum_main. If objects are
/// marked for guards (guards.h), also writes guarded.bc, which has these guards. Requires: `module` defines
/// the function `entry`. Ensures: `module` is unchanged.
program::NativeSource write_native_module(llvm::Module& module, const std::string& entry,
                                          const std::string& directory);

}  // namespace pendulum::frontend
