// Columns of source locations in UTF-16 code units, which SARIF counts. Clang counts bytes of UTF-8.
#pragma once

#include "report/run_record.h"

namespace pendulum::report {

/// The record with converted columns. Columns in files that cannot be read stay as they are.
RunRecord with_utf16_columns(RunRecord record);

}  // namespace pendulum::report
