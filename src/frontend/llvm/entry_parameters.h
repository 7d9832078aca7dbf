// Objects for the pointer parameters of an entry function that is not main (doc/properties.md, "Entry
// function").
//
// The new entry function __pendulum_entry makes the objects as malloc does, chooses for each pointer whether
// it is null, and calls the function. Translation and native replay run the same code, so the replay has the
// objects with their recorded contents.
#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/options.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

struct EntryFunction {
  std::string name;                      ///< where the execution starts
  std::vector<std::string> assumptions;  ///< about what the parameters point to
};

/// Requires: the module defines `options.entry`. Without pointer parameters, and for main with its standard
/// parameters, the entry stays as it is.
EntryFunction add_parameter_objects(llvm::Module& module, const Options& options);

}  // namespace pendulum::frontend
