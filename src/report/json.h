// A RunRecord as JSON, schema version 1 (doc/json.md).
#pragma once

#include <string>
#include <string_view>

#include "report/run_record.h"

namespace pendulum::report {

/// Indented, with a final newline; the same record gives the same text.
std::string to_json(const RunRecord& record);
/// The inverse. Throws InputError for anything that to_json does not write.
RunRecord parse_json(std::string_view text);

}  // namespace pendulum::report
