// From C files to a Program and what its native replay needs: compile, instrument, write, translate.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/logger.h"
#include "base/process.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/options.h"
#include "program/native_source.h"
#include "program/program.h"

namespace pendulum::frontend {

/// The program and what its verdict rests on. Owns the temporary directory that `native` points into.
struct CProgram {
  program::Program program;
  program::NativeSource native;
  std::vector<std::string> regions;      ///< objects in memory and how they are represented
  std::vector<std::string> assumptions;  ///< "extern function foo() returns an arbitrary value", ...
  std::vector<std::string> models;       ///< functions of the C library that were modelled
  std::shared_ptr<base::TemporaryDirectory> files;
};

/// Throws InputError (missing file, clang's message for a syntax error, unknown entry function) and
/// Unsupported (constructs that are not modelled and are reachable from the entry function).
CProgram load(term::TermManager& terms, const Options& options, const base::Logger& logger,
              base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::frontend
