// The steps from C files to a program and the data for its native replay: compile, instrument, write the
// native module, translate.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/logger.h"
#include "base/process/process.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/ir/options.h"
#include "program/native_source.h"
#include "program/program.h"
#include "program/source_actions.h"

namespace pendulum::frontend {

/// The program and the data on which its verdict depends. Owns the temporary directory that `native` refers
/// to.
struct CProgram {
  program::Program program;
  program::NativeSource native;
  std::vector<std::string> regions;      ///< the objects in memory and their representation
  std::vector<std::string> assumptions;  ///< "external function foo() returns an arbitrary value", ...
  std::vector<std::string> models;       ///< library functions for which a model was linked
  std::shared_ptr<base::TemporaryDirectory> files;
  std::optional<program::SourceActions> actions;  ///< if Options::records_actions is set
};

/// Loads the C files of `options`. Throws InputError (for a missing file, a syntax error with clang's
/// message, or an unknown entry function) and Unsupported (for constructs that are reachable from the entry
/// function and not modelled).
CProgram load(term::TermManager& terms, const Options& options, const base::Logger& logger,
              base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::frontend
