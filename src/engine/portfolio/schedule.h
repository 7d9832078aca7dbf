// Time slices of the portfolio's members.
//
// If all members can run at the same time (jobs >= members), they run until the end of the task. Otherwise
// they run in rounds with growing slices: a member without a result at the end of its slice is halted and
// continues from there in the next round. The first round solves tasks that are easy for some member; the
// last round divides the remaining time evenly. Members measure wall-clock time, which continues while they
// are halted. So a member that plans half of the remaining time for an activity spends half of its own share
// on it.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/check.h"

namespace pendulum::engine::portfolio {

using Milliseconds = std::chrono::milliseconds;

/// The slice of the first round; it doubles in each further round. Measured: of the 53 tasks of a sample that
/// some engine solves in 10 s, ufo alone solves 41 in its first two seconds (doc/engines/portfolio.md).
inline constexpr Milliseconds first_slice{2000};
/// Slices stop growing at this length, to avoid an overflow.
inline constexpr Milliseconds max_slice = std::chrono::hours(24);

/// The slice of each of `members` in round `round` (from 0) on `jobs` processors, if `remaining` is left when
/// the round starts (nothing: no limit). Returns nothing if the member may run until the end.
inline std::optional<Milliseconds> slice_of(unsigned round, std::size_t members, unsigned jobs,
                                            std::optional<Milliseconds> remaining) {
  PENDULUM_CHECK(members > 0, "a round should have members");
  if (members <= jobs) return std::nullopt;
  Milliseconds slice = first_slice;
  for (unsigned i = 0; i < round && slice < max_slice; ++i) slice *= 2;
  if (!remaining) return slice;
  const Milliseconds even = *remaining * std::max(1U, jobs) / members;
  // If less than two such rounds fit into the remaining time, this one is the last.
  return 2 * slice > even ? even : slice;
}

}  // namespace pendulum::engine::portfolio
