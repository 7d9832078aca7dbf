// Loads the Program that SourceOptions describe; all commands use this step.
#pragma once

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/frontend.h"
#include "frontend/load_system.h"
#include "input/source_options.h"

namespace pendulum::input {

/// Replaces a task definition by its files, property and data model. Ensures: all files exist and have a
/// known ending. Throws InputError.
SourceOptions resolve(const SourceOptions& source);

/// `source` with the other units of its compile commands that define what the entry function needs. Logs the
/// warnings of all files. Throws InputError if no unit defines the entry function.
SourceOptions add_units(const SourceOptions& source, const base::Logger& logger, base::Statistics& statistics,
                        const base::StopToken& stop);

/// Is the input a transition system or a set of Horn clauses?
bool is_system(const SourceOptions& source);

/// The properties to verify: the given ones, or the default for the kind of file.
property::Properties properties_of(const SourceOptions& source);
/// The data model: the given one, or the default. The default for a property file (.prp) is ILP32, as in
/// SV-COMP; otherwise it is the data model of the host. (Task definitions that name no data model get ILP32
/// in `resolve`.)
std::string data_model_of(const SourceOptions& source);

/// The transition system or the Horn clauses that a program represents.
using SystemSource = decltype(frontend::SystemProgram::source);

/// The program to verify, and the source from which it was made.
struct Source {
  program::Program program;
  property::Properties properties{property::Property::Reach};
  std::vector<std::string> assumptions;
  std::vector<std::string> models;
  std::vector<std::string> regions;                 ///< for C: objects in memory and their representation
  std::optional<program::NativeSource> native;      ///< for C
  std::shared_ptr<base::TemporaryDirectory> files;  ///< directory of the files of `native`
  std::optional<SystemSource> system;               ///< for VMT and Horn clauses
  std::optional<program::SourceActions> actions;    ///< for C, if SourceOptions::records_actions is set
};

/// Loads the program. Requires: `source` is a result of `resolve`. Throws InputError, Unsupported and
/// Stopped.
Source load(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
            base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::input
