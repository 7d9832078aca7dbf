// Finds the source locations that the report page marks: loops, and what the program does not define.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "program/program.h"
#include "report/run_record.h"

namespace pendulum::report {

/// The marks of the program, sorted by kind and location, each once. `undefined` are the functions whose
/// definition is missing.
std::vector<SourceMark> source_marks(const program::Program& program, const std::set<std::string>& undefined);

/// The names of the source files that locations and edges of the program refer to, sorted.
std::set<std::string> source_files(const program::Program& program);

}  // namespace pendulum::report
