// SV-COMP task definitions (format 2.0): which files, which property, which data model.
#pragma once

#include "main/options.h"

namespace pendulum::main {

/// Is the one file of `source` a task definition (by its ending)?
bool is_task_file(const std::string& file);
/// By the ending .vmt.
bool is_vmt_file(const std::string& file);
/// A transition system or Horn clauses, by the ending (.vmt, .smt2); the text decides which.
bool is_system_file(const std::string& file);

/// `source` with the task's files, property and data model in place of the task definition; what the command
/// line gave wins. Of several properties the first that is supported is taken (or simply the first). Expected
/// verdicts are ignored. Throws InputError for a file that is no task definition or about a language that we
/// do not read.
SourceOptions read_task(const SourceOptions& source);

/// Throws InputError for files that are missing, directories, or of a kind that cannot be read.
void check_files(const std::vector<std::string>& files);

}  // namespace pendulum::main
