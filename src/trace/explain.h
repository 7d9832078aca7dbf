// Explains a counterexample: from a path of program edges to the statements of the C program.
#pragma once

#include <optional>

#include "certificate/error_path.h"
#include "program/source_actions.h"
#include "trace/trace.h"

namespace pendulum::trace {

/// The same path in `recorded`, a second translation of the program's source that has recorded the actions.
/// Nothing if the programs differ along the path.
std::optional<certificate::ErrorPath> translated(const program::Program& program,
                                                 const certificate::ErrorPath& path,
                                                 const program::Program& recorded);

/// Executes the path, which is over `program`, and describes it. Empty if the path is too long. The text of
/// the lines is that of their files, or of the input files (see SourceLines).
Trace explain(const program::Program& program, const program::SourceActions& actions,
              const certificate::ErrorPath& path, const std::vector<std::string>& input_files);

}  // namespace pendulum::trace
