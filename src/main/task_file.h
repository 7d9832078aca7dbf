// SV-COMP task definitions (format 2.0): which files, which property, which data model.
#pragma once

#include "main/options.h"

namespace pendulum::main {

/// Is the one file of `source` a task definition (by its ending)?
bool is_task_file(const std::string& file);

/// `source` with the task's files, property and data model in place of the task definition; what the command
/// line gave wins. Of several properties the first that is supported is taken (or simply the first). Expected
/// verdicts are ignored. Throws InputError for a file that is no task definition or not about C.
SourceOptions read_task(const SourceOptions& source);

/// Throws InputError for files that are missing, directories, or of a kind that cannot be read.
void check_files(const std::vector<std::string>& files);

}  // namespace pendulum::main
