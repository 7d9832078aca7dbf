// The report that a member process sends to the portfolio: its judged result and its statistics, as text.
#pragma once

#include <string>
#include <string_view>

#include "base/statistics.h"
#include "engine/engine.h"

namespace pendulum::engine::portfolio {

struct MemberReport {
  JudgedResult judged;
  base::Statistics statistics;  ///< counted by the member alone
};

/// Evidence is over `program`. The failing state of a rejected certificate is omitted.
std::string serialize(const program::Program& program, const MemberReport& report);
/// Throws InputError if the text is not a complete report because the member died while it wrote.
MemberReport parse_report(const program::Program& program, std::string_view text);

/// The increase from `before` to `after`; `before` is an earlier state of the same statistics.
base::Statistics difference(const base::Statistics& after, const base::Statistics& before);

}  // namespace pendulum::engine::portfolio
