// Finds the translation units of a project that define what a function needs.
//
// The search starts with the entry function and follows the references of each definition to functions and
// objects. A name without definition is looked for in the other units: those whose text contains the name are
// compiled, and the first one that defines it is added.
#pragma once

#include <string>
#include <vector>

#include "base/logger.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "frontend/llvm/ir/options.h"

namespace pendulum::frontend {

/// Returns options.files and the units of `others` that are needed in addition, in the order in which they
/// were found. Names of the C library and of verifier functions are not looked for. A unit of `others` that
/// clang rejects is skipped with a warning. Throws InputError if clang rejects one of options.files.
/// Temporary files are written to `directory`.
std::vector<std::string> find_units(const Options& options, const std::vector<std::string>& others,
                                    const std::string& directory, const base::Logger& logger,
                                    base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::frontend
