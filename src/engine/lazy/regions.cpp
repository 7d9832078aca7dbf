#include "engine/lazy/regions.h"

#include <algorithm>

namespace pendulum::engine::lazy {

using term::TermVector;

Regions::Id Regions::add_inside(Id outer) {
  regions_.push_back({outer, {}});
  return static_cast<Id>(regions_.size()) - 1;
}

TermVector Regions::add(Id region, program::LocationId location, const TermVector& predicates) {
  const TermVector present = at(region, location);
  TermVector added;
  for (const term::Term predicate : predicates)
    if (std::ranges::find(present, predicate) == present.end()) added.push_back(predicate);
  TermVector& own = regions_[region].predicates[location];
  own.insert(own.end(), added.begin(), added.end());
  return added;
}

TermVector Regions::at(Id region, program::LocationId location) const {
  std::vector<const TermVector*> parts;
  for (Id id = region;; id = regions_[id].outer) {
    const auto found = regions_[id].predicates.find(location);
    if (found != regions_[id].predicates.end()) parts.push_back(&found->second);
    if (id == whole()) break;
  }
  TermVector result;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    result.insert(result.end(), (*part)->begin(), (*part)->end());
  return result;
}

}  // namespace pendulum::engine::lazy
