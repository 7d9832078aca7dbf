// From SourceOptions to a Program: the step that all commands share.
#pragma once

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/frontend.h"
#include "frontend/load_system.h"
#include "main/options.h"

namespace pendulum::main {

/// The files of a task definition in place of it; all files exist and are of a kind that can be read.
/// Throws InputError.
SourceOptions resolve(const SourceOptions& source);

property::Properties properties_of(const SourceOptions& source);
std::string data_model_of(const SourceOptions& source);

/// The program that is verified, and what it was made from.
struct Source {
  program::Program program;
  property::Properties properties{property::Property::Reach};
  std::vector<std::string> assumptions;
  std::vector<std::string> models;
  std::vector<std::string> regions;  ///< of C programs: objects in memory and how they are represented
  std::optional<program::NativeSource> native;                      ///< for C
  std::shared_ptr<base::TemporaryDirectory> files;                  ///< that `native` points into
  std::optional<decltype(frontend::SystemProgram::source)> system;  ///< for VMT and Horn clauses
};

Source load(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
            base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::main
