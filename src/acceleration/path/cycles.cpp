#include "acceleration/path/cycles.h"

#include <algorithm>
#include <deque>

namespace pendulum::acceleration {

using program::EdgeId;
using program::LocationId;

std::vector<std::vector<EdgeId>> cycles_through(const program::Program& program, const program::Wto& wto,
                                                LocationId head, std::size_t limit) {
  const auto is_inside = [&](LocationId location) {
    const std::vector<LocationId> heads = wto.heads(location);
    return std::ranges::find(heads, head) != heads.end();
  };
  const auto visits = [&](const std::vector<EdgeId>& path, LocationId location) {
    return std::ranges::any_of(path, [&](EdgeId edge) { return program.edge(edge).target == location; });
  };
  // Breadth-first search over paths from the head. The number of open paths is limited as well, because a
  // loop body may have exponentially many.
  constexpr std::size_t max_open = 1000;
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
      } else if (open.size() < max_open) {
        open.push_back(std::move(longer));
      }
    }
  }
  return result;
}

}  // namespace pendulum::acceleration
