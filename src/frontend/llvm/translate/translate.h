// Translation of an instrumented LLVM module to a Program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/ir/options.h"
#include "program/program.h"
#include "program/source_actions.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

struct Translation {
  program::Program program;
  std::vector<std::string> assumptions;
  std::vector<std::string> regions;               ///< descriptions of the objects in memory; see regions.h
  bool uses_unknown_memory = false;               ///< some access may be to unknown memory
  std::optional<program::SourceActions> actions;  ///< if Options::records_actions is set
};

/// Translates the module and changes it by prepare(). Requires: instrument() has inserted the calls of
/// __pendulum_error(i8* text, i8* place) and __pendulum_uninitialised(ptr, i64 size, i32 object).
/// Throws Unsupported for a property that the translation does not check, and InputError if the entry
/// function is not defined.
Translation translate(term::TermManager& terms, llvm::Module& module, const Options& options,
                      const base::Logger& logger, base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::frontend
