// What a member's process tells the portfolio: its judged result and its statistics, as text.
#pragma once

#include <string>
#include <string_view>

#include "base/statistics.h"
#include "engine/engine.h"

namespace pendulum::engine::portfolio {

struct MemberReport {
  JudgedResult judged;
  base::Statistics statistics;  ///< what the member added
};

/// Evidence is over `program`. The failing state of a rejected certificate is left out.
std::string serialize(const program::Program& program, const MemberReport& report);
/// Throws InputError for text that is not a whole report: the member died while it wrote.
MemberReport parse_report(const program::Program& program, std::string_view text);

/// What `after` has more than `before`, an earlier state of the same statistics.
base::Statistics difference(const base::Statistics& after, const base::Statistics& before);

}  // namespace pendulum::engine::portfolio
