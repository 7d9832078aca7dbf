// How long a member may run before another one gets its place.
//
// With a place for everybody (jobs >= members) members run until the task's end. With fewer places they run
// one after the other in rounds of growing slices: a member that has no answer at the end of its slice is
// halted and goes on from there in the next round. The first round finds what is easy for somebody; the last
// round shares what is left of the time evenly. Members plan by the clock on the wall, which goes on while
// they are halted, so what one of them means to spend half of its time on gets half of its share.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace pendulum::engine::portfolio {

using Milliseconds = std::chrono::milliseconds;

/// The slice of each of `members` in round `round` (from 0) that begins when `remaining` of the time is left
/// (nothing: no limit) on `jobs` places. Nothing: until the end.
inline std::optional<Milliseconds> slice_of(unsigned round, std::size_t members, unsigned jobs,
                                            std::optional<Milliseconds> remaining) {
  if (members <= jobs) return std::nullopt;
  Milliseconds slice{2000};
  for (unsigned i = 0; i < round && slice < std::chrono::hours(24); ++i) slice *= 2;
  if (!remaining) return slice;
  const Milliseconds even = *remaining * std::max(1U, jobs) / members;
  // Less than two such rounds fit: this one is the last.
  return 2 * slice > even ? even : slice;
}

}  // namespace pendulum::engine::portfolio
