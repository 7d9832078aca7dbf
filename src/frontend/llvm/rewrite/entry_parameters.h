// Objects for the pointer parameters of an entry function that is not main (doc/properties.md, "Entry
// function").
//
// The new entry function __pendulum_entry allocates the objects, chooses nondeterministically for each
// pointer whether it is null, and calls the original entry function. The translation and the native replay
// use the same code, so the replay has the same objects with their recorded contents.
#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/ir/options.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

struct EntryFunction {
  std::string name;                      ///< function at which the execution starts
  std::vector<std::string> assumptions;  ///< assumptions about the objects that the parameters point to
};

/// Adds the new entry function to the module. The entry function remains unchanged if it has no pointer
/// parameters, if it is variadic, or if it is main with its standard parameters.
/// Requires: the module defines `options.entry`.
EntryFunction add_parameter_objects(llvm::Module& module, const Options& options);

}  // namespace pendulum::frontend
