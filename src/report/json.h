// A RunRecord as JSON, schema version 1 (doc/json.md).
#pragma once

#include <string>
#include <string_view>

#include "report/run_record.h"

namespace pendulum::report {

/// The record as indented JSON with a final newline. Deterministic: equal records give equal texts.
std::string to_json(const RunRecord& record);
/// The inverse of to_json. Throws InputError for text that to_json does not produce.
RunRecord parse_json(std::string_view text);

}  // namespace pendulum::report
