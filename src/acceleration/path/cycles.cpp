#include "acceleration/path/cycles.h"

#include <algorithm>
#include <deque>

#include "base/check.h"

namespace pendulum::acceleration {

using program::EdgeId;
using program::LocationId;

namespace {

/// Maximum number of paths that the search keeps open at the same time, because a loop body may have
/// exponentially many. Callers request at most some ten cycles per head, so the bound only stops bodies whose
/// branches hide all short cycles. Not measured.
constexpr std::size_t max_open_paths = 1000;

}  // namespace

std::vector<std::vector<EdgeId>> cycles_through(const program::Program& program, const program::Wto& wto,
                                                LocationId head, std::size_t limit) {
  PENDULUM_CHECK(wto.is_head(head), "location {} should be a loop head", head);
  const auto is_inside = [&](LocationId location) {
    const std::vector<LocationId> heads = wto.heads(location);
    return std::ranges::find(heads, head) != heads.end();
  };
  const auto visits = [&](const std::vector<EdgeId>& path, LocationId location) {
    return std::ranges::any_of(path, [&](EdgeId edge) { return program.edge(edge).target == location; });
  };
  // Breadth-first search over paths from the head.
  std::vector<std::vector<EdgeId>> result;
  std::deque<std::vector<EdgeId>> open{{}};
  while (!open.empty() && result.size() < limit) {
    const std::vector<EdgeId> path = std::move(open.front());
    open.pop_front();
    const LocationId location = path.empty() ? head : program.edge(path.back()).target;
    for (const EdgeId edge : program.outgoing(location)) {
      const LocationId target = program.edge(edge).target;
      if (target != head && (!is_inside(target) || visits(path, target))) continue;
      std::vector<EdgeId> longer = path;
      longer.push_back(edge);
      if (target == head) {
        if (result.size() < limit) result.push_back(std::move(longer));
      } else if (open.size() < max_open_paths) {
        open.push_back(std::move(longer));
      }
    }
  }
  PENDULUM_DCHECK(std::ranges::is_sorted(result, {}, &std::vector<EdgeId>::size),
                  "the cycles should be ordered by length");
  return result;
}

}  // namespace pendulum::acceleration
