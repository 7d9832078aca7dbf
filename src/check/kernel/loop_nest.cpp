// Applies Tarjan's algorithm for strongly connected components (1972), in an iterative form, and applies it
// again to each component without its head.
#include "check/kernel/loop_nest.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/check.h"

namespace pendulum::check {

using program::EdgeId;
using program::LocationId;
using program::Program;

LoopNest::LoopNest(const Program& program, const std::vector<LocationId>& heads)
    : program_(program),
      heads_(program.locations().size()),
      position_(program.locations().size()),
      part_(program.locations().size()),
      number_(program.locations().size()),
      low_(program.locations().size()) {
  for (const LocationId head : heads) {
    PENDULUM_CHECK(head < program.locations().size(), "head {} should be a location", head);
    rank_.emplace(head, rank_.size());
  }
  struct Open {
    Locations members;
    std::optional<LocationId> head;  ///< head of the innermost loop that contains the members
  };
  Locations all(program.locations().size());
  std::iota(all.begin(), all.end(), LocationId{0});
  std::vector<Open> open{{std::move(all), std::nullopt}};
  std::uint32_t next_position = 0;
  while (!open.empty()) {
    const Open current = std::move(open.back());
    open.pop_back();
    const Locations around = current.head ? heads_[*current.head] : Locations();
    std::vector<Locations> parts = components(current.members);
    if (parts.size() > 1) {  // pushed in reverse order: the stack returns the first part first
      for (std::size_t i = parts.size(); i-- > 0;) open.push_back({std::move(parts[i]), current.head});
      continue;
    }
    if (parts.empty()) continue;
    const LocationId head = choose_head(parts.front());
    position_[head] = next_position++;
    heads_[head] = around;
    if (!is_loop(parts.front())) continue;
    heads_[head].push_back(head);
    std::erase(parts.front(), head);
    open.push_back({std::move(parts.front()), head});
  }
  PENDULUM_CHECK(next_position == program.locations().size(), "each location should have one position");
}

std::vector<LoopNest::Locations> LoopNest::components(const Locations& members) {
  const std::uint32_t part = ++num_parts_;
  for (const LocationId id : members) {
    part_[id] = part;
    number_[id] = 0;
  }
  std::vector<Locations> result;
  Locations stack;
  std::vector<std::pair<LocationId, std::size_t>> visits;  // location, next edge
  std::uint32_t count = 0;
  const auto begin = [&](LocationId id) {
    number_[id] = low_[id] = ++count;
    stack.push_back(id);
    visits.emplace_back(id, 0);
  };
  const auto end = [&](LocationId id) {
    visits.pop_back();
    if (!visits.empty()) low_[visits.back().first] = std::min(low_[visits.back().first], low_[id]);
    if (low_[id] != number_[id]) return;
    Locations& component = result.emplace_back();
    do {
      component.push_back(stack.back());
      part_[stack.back()] = 0;
      stack.pop_back();
    } while (component.back() != id);
  };
  for (const LocationId root : members) {
    if (number_[root] == 0) begin(root);
    while (!visits.empty()) {
      auto& [id, next] = visits.back();
      const std::vector<EdgeId>& outgoing = program_.outgoing(id);
      if (next == outgoing.size()) {
        end(id);
        continue;
      }
      const LocationId target = program_.edge(outgoing[next++]).target;
      if (part_[target] != part) continue;  // not a member, or in a component that is complete
      if (number_[target] == 0) {
        begin(target);
      } else {
        low_[id] = std::min(low_[id], number_[target]);
      }
    }
  }
  std::ranges::reverse(result);
  return result;
}

bool LoopNest::is_loop(const Locations& component) const {
  return component.size() > 1 || std::ranges::any_of(program_.outgoing(component.front()), [&](EdgeId edge) {
           return program_.edge(edge).target == component.front();
         });
}

LocationId LoopNest::choose_head(const Locations& component) const {
  const auto rank = [&](LocationId id) {
    const auto found = rank_.find(id);
    return std::pair(found == rank_.end() ? rank_.size() : found->second, id);
  };
  return *std::ranges::min_element(component, {}, rank);
}

}  // namespace pendulum::check
