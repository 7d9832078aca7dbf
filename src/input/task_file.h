// Reads the files, the property and the data model from SV-COMP task definitions (format 2.0).
#pragma once

#include <string>
#include <vector>

#include "input/source_options.h"

namespace pendulum::input {

/// Does the file have the ending of a task definition (.yml, .yaml)?
bool is_task_file(const std::string& file);
/// Does the file have the ending .vmt?
bool is_vmt_file(const std::string& file);
/// Does the file have the ending of a transition system or of Horn clauses (.vmt, .smt2)? Its text determines
/// which of the two it is.
bool is_system_file(const std::string& file);

/// `source` with the task definition replaced by its files, property and data model. A property or data model
/// that `source` already has takes precedence. Of several properties, it chooses reachability, or else the
/// first supported one, or else the first one. It ignores expected verdicts. Throws InputError if the file is
/// not a task definition or its language is not supported.
SourceOptions read_task(const SourceOptions& source);

/// Throws InputError if a file does not exist, is a directory, has an unknown ending, or cannot be combined
/// with the others.
void check_files(const std::vector<std::string>& files);

}  // namespace pendulum::input
