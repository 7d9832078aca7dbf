// Which predicates are tracked where.
//
// A region is a subtree: it begins at the pivot of a refinement and has predicates per location, beside those
// of the region around it. A node's label is computed over the predicates of its location in its region.
#pragma once

#include <map>
#include <vector>

#include "program/program.h"

namespace pendulum::engine::lazy {

class Regions {
 public:
  using Id = std::uint32_t;

  Regions() : regions_(1) {}

  /// The region of everything.
  Id whole() const { return 0; }
  Id add_inside(Id outer);
  /// Those that `region` did not have yet.
  term::TermVector add(Id region, program::LocationId location, const term::TermVector& predicates);
  /// Of a location, outer regions first.
  term::TermVector at(Id region, program::LocationId location) const;

 private:
  struct Region {
    Id outer = 0;
    std::map<program::LocationId, term::TermVector> predicates;  ///< in the order in which they came
  };
  std::vector<Region> regions_;
};

}  // namespace pendulum::engine::lazy
