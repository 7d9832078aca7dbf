#include "engine/dagger/error_states.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::dagger {

namespace {

/// Maximum number of preimages that are cached per location. Each of them is compared with every new node of
/// the location, and a preimage that is not cached is found again when the error is reached. Not measured.
constexpr std::size_t max_cached = 48;

}  // namespace

ErrorStates::ErrorStates(const domain::StateSpace& space)
    : space_(space), cache_(space.program().program().locations().size()) {}

SuffixId ErrorStates::prepend(AffineEdgeId edge, SuffixId next) {
  PENDULUM_CHECK(no_suffix <= next && next < static_cast<SuffixId>(suffixes_.size()),
                 "suffix {} should exist", next);
  suffixes_.push_back({edge, next});
  return static_cast<SuffixId>(suffixes_.size()) - 1;
}

std::vector<AffineEdgeId> ErrorStates::path_of(SuffixId suffix) const {
  PENDULUM_CHECK(no_suffix <= suffix && suffix < static_cast<SuffixId>(suffixes_.size()),
                 "suffix {} should exist", suffix);
  std::vector<AffineEdgeId> path;
  for (; suffix != no_suffix; suffix = suffixes_[static_cast<std::size_t>(suffix)].next)
    path.push_back(suffixes_[static_cast<std::size_t>(suffix)].edge);
  return path;
}

/// A preimage that another one contains is omitted: states that are disjoint from the larger one are disjoint
/// from it.
void ErrorStates::add(std::vector<ErrorState>& errors, State psi, SuffixId suffix) const {
  PENDULUM_DCHECK(!psi.is_bottom, "an error preimage should have states");
  for (const ErrorState& error : errors)
    if (space_.leq(psi, error.psi)) return;
  std::erase_if(errors, [&](const ErrorState& error) { return space_.leq(error.psi, psi); });
  errors.push_back({std::move(psi), suffix});
}

bool ErrorStates::intersects(const State& state, const std::vector<ErrorState>& errors) const {
  return std::ranges::any_of(errors,
                             [&](const ErrorState& error) { return !space_.is_disjoint(state, error.psi); });
}

void ErrorStates::cache(LocationId location, const std::vector<ErrorState>& errors) {
  PENDULUM_CHECK(location < cache_.size(), "location {} should be one of {}", location, cache_.size());
  auto& all = cache_[location];
  for (const ErrorState& error : errors) {
    if (all.size() >= max_cached) return;
    const auto contains = [&](const ErrorState& other) { return space_.leq(error.psi, other.psi); };
    if (!std::ranges::any_of(all, contains)) all.push_back(error);
  }
}

std::vector<ErrorState> ErrorStates::cached(LocationId location, const State& state) const {
  PENDULUM_CHECK(location < cache_.size(), "location {} should be one of {}", location, cache_.size());
  std::vector<ErrorState> hits;
  for (const ErrorState& error : cache_[location])
    if (!space_.is_disjoint(state, error.psi)) hits.push_back(error);
  return hits;
}

}  // namespace pendulum::engine::dagger
