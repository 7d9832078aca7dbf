// T of DAGGER (section 4): constraints from interpolants, up to which states are widened.
#pragma once

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "domain/state_space.h"

namespace pendulum::engine::dagger {

class Interpolants {
 public:
  explicit Interpolants(std::size_t num_locations) : at_(num_locations) {}

  const std::vector<domain::PackedConstraint>& at(program::LocationId location) const {
    PENDULUM_CHECK(location < at_.size(), "location {} should be one of {}", location, at_.size());
    return at_[location];
  }
  /// Adds a constraint. Returns false if the location has it already.
  bool add(program::LocationId location, const domain::PackedConstraint& constraint) {
    PENDULUM_CHECK(location < at_.size(), "location {} should be one of {}", location, at_.size());
    std::vector<domain::PackedConstraint>& all = at_[location];
    const auto is_same = [&](const domain::PackedConstraint& other) {
      return other.pack == constraint.pack && other.constraint == constraint.constraint;
    };
    if (std::ranges::any_of(all, is_same)) return false;
    all.push_back(constraint);
    return true;
  }

 private:
  std::vector<std::vector<domain::PackedConstraint>> at_;  ///< by location
};

}  // namespace pendulum::engine::dagger
