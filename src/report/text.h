// A RunRecord as text for users: lines `name: value`, with the verdict at the end.
#pragma once

#include <iosfwd>

#include "report/notation/trace_text.h"
#include "report/run_record.h"

namespace pendulum::report {

enum class Detail {
  Quiet,    ///< only the verdict
  Normal,   ///< also engine, violation, judgement, models, assumptions and time
  Verbose,  ///< also all statistics
};

/// `trace`: the steps of a counterexample that are shown, unless `detail` is Quiet.
void print_text(std::ostream& out, const RunRecord& record, Detail detail,
                TraceDetail trace = TraceDetail::Short);

}  // namespace pendulum::report
