#include "program/reachability.h"

namespace pendulum::program {

namespace {

/// The locations that `neighbours` connects with `root`, and `root` itself. `neighbours` calls its second
/// argument for each neighbour of a location.
template <typename Neighbours>
std::vector<bool> closure(const Program& program, LocationId root, const Neighbours& neighbours) {
  std::vector<bool> is_seen(program.locations().size());
  is_seen[root] = true;
  std::vector<LocationId> open{root};
  while (!open.empty()) {
    const LocationId location = open.back();
    open.pop_back();
    neighbours(location, [&](LocationId next) {
      if (is_seen[next]) return;
      is_seen[next] = true;
      open.push_back(next);
    });
  }
  return is_seen;
}

}  // namespace

std::vector<bool> reachable_from_entry(const Program& program) {
  return closure(program, program.entry(), [&](LocationId location, const auto& visit) {
    for (const EdgeId edge : program.outgoing(location)) visit(program.edge(edge).target);
  });
}

std::vector<bool> leading_to_error(const Program& program) {
  return closure(program, program.error(), [&](LocationId location, const auto& visit) {
    for (const EdgeId edge : program.incoming(location)) visit(program.edge(edge).source);
  });
}

}  // namespace pendulum::program
