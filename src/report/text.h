// A RunRecord as text for people: `name: value` lines, the verdict last.
#pragma once

#include <iosfwd>

#include "report/run_record.h"

namespace pendulum::report {

enum class Detail {
  Quiet,    ///< the verdict alone
  Normal,   ///< and its grounds
  Verbose,  ///< and all statistics
};

void print_text(std::ostream& out, const RunRecord& record, Detail detail);

}  // namespace pendulum::report
