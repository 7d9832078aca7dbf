// The text of source files as JSON (doc/json.md), so that reports need no access to the files.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "report/run_record.h"

namespace pendulum::report {

/// A list of objects with `file` and `lines`. Omits files whose text is not known, and those after the limit
/// for the total size. `input_files`: see trace::SourceLines.
nlohmann::ordered_json sources_to_json(const std::set<std::string>& files,
                                       const std::vector<std::string>& input_files = {});

/// The content of the file sources.json of an evidence directory: the sources that the record refers to.
std::string sources_of(const RunRecord& record);

}  // namespace pendulum::report
