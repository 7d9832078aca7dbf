#include "engine/bmc/precision.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::bmc {

using program::LocationId;

bool contains(const Precision::Cube& cube, const Precision::Cube& part) {
  return std::ranges::includes(cube, part);
}

std::optional<std::uint64_t> value_in(const Precision::Cube& cube, std::size_t index) {
  const auto found = std::ranges::find(cube, index, &Precision::Cube::value_type::first);
  if (found == cube.end()) return std::nullopt;
  return found->second;
}

bool Precision::is_observed(LocationId location, std::size_t index) const {
  return std::ranges::binary_search(observed_[location], index);
}

bool Precision::observe(LocationId location, std::size_t index) {
  const auto place = std::ranges::lower_bound(observed_[location], index);
  if (place != observed_[location].end() && *place == index) return false;
  observed_[location].insert(place, index);
  return true;
}

void Precision::add_rule(LocationId location, Rule rule) {
  PENDULUM_CHECK(is_observed(location, rule.index), "observable {} should be observed", rule.index);
  PENDULUM_CHECK(!value_in(rule.context, rule.index), "the context should not depend on the observable");
  rules_[location].push_back(std::move(rule));
}

std::optional<Precision::Rule> Precision::remove_rule(LocationId location, std::size_t index,
                                                      const Cube& values) {
  auto& rules = rules_[location];
  const auto found = std::ranges::find_if(
      rules, [&](const Rule& rule) { return rule.index == index && contains(values, rule.context); });
  if (found == rules.end()) return std::nullopt;
  Rule rule = std::move(*found);
  rules.erase(found);
  return rule;
}

bool Precision::is_arbitrary(LocationId location, std::size_t index, const Cube& values) const {
  return std::ranges::any_of(rules_[location], [&](const Rule& rule) {
    return rule.index == index && contains(values, rule.context);
  });
}

Precision::Cube Precision::abstraction(LocationId location, const Cube& values) const {
  Cube result;
  for (const auto& part : values)
    if (!is_arbitrary(location, part.first, values)) result.push_back(part);
  return result;
}

}  // namespace pendulum::engine::bmc
