#include "engine/lazy/regions.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::lazy {

using term::Term;
using term::TermVector;

namespace {

TermVector without(const TermVector& predicates, const TermVector& present) {
  TermVector rest;
  for (const Term predicate : predicates)
    if (std::ranges::find(present, predicate) == present.end()) rest.push_back(predicate);
  return rest;
}

void append(TermVector& list, const TermVector& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

Regions::Id Regions::add_inside(Id outer) {
  PENDULUM_CHECK(outer < regions_.size(), "region {} should exist", outer);
  regions_.push_back({outer, {}, {}});
  return static_cast<Id>(regions_.size()) - 1;
}

TermVector Regions::add(Id region, program::LocationId location, const TermVector& predicates) {
  PENDULUM_CHECK(region < regions_.size() && location < live_.size(), "region and location should exist");
  TermVector added = without(predicates, at(region, location));
  append(regions_[region].at[location], added);
  return added;
}

TermVector Regions::add_everywhere(Id region, const TermVector& predicates) {
  TermVector present;
  for (const Region* each : around(region)) append(present, each->everywhere);
  TermVector added = without(predicates, present);
  append(regions_[region].everywhere, added);
  return added;
}

TermVector Regions::at(Id region, program::LocationId location) const {
  TermVector result;
  for (const Region* each : around(region)) {
    for (const Term predicate : each->everywhere)
      if (is_live(predicate, location)) result.push_back(predicate);
    const auto found = each->at.find(location);
    if (found != each->at.end()) append(result, found->second);
  }
  return result;
}

bool Regions::is_live(Term predicate, program::LocationId location) const {
  return std::ranges::includes(live_[location], term::symbols(predicate));
}

std::vector<const Regions::Region*> Regions::around(Id region) const {
  PENDULUM_DCHECK(region < regions_.size(), "region {} should exist", region);
  std::vector<const Region*> result{&regions_[region]};
  while (result.back() != &regions_[whole()]) result.push_back(&regions_[result.back()->outer]);
  std::ranges::reverse(result);
  return result;
}

}  // namespace pendulum::engine::lazy
