// The predicates that are tracked at each location of a region.
//
// A region is a subtree that starts at the pivot of a refinement. It has predicates in addition to those of
// the enclosing region. A predicate is tracked at one location, or at every location of the region where all
// its variables are live.
#pragma once

#include <map>
#include <vector>

#include "program/program.h"

namespace pendulum::engine::lazy {

class Regions {
 public:
  using Id = std::uint32_t;

  explicit Regions(const program::Program& program) : live_(program::live_variables(program)), regions_(1) {}

  /// The region that contains all nodes.
  Id whole() const { return 0; }
  /// Adds a region that is enclosed by `outer`.
  Id add_inside(Id outer);
  /// Tracks the predicates at `location`, or at all locations. Returns those that were not tracked there
  /// before.
  term::TermVector add(Id region, program::LocationId location, const term::TermVector& predicates);
  term::TermVector add_everywhere(Id region, const term::TermVector& predicates);
  /// The predicates that are tracked at a location, those of outer regions first.
  term::TermVector at(Id region, program::LocationId location) const;

 private:
  struct Region {
    Id outer = 0;
    term::TermVector everywhere;                         ///< in order of addition
    std::map<program::LocationId, term::TermVector> at;  ///< in order of addition
  };

  bool is_live(term::Term predicate, program::LocationId location) const;
  /// The enclosing regions, from the outermost one to `region` itself.
  std::vector<const Region*> around(Id region) const;

  std::vector<term::TermVector> live_;  ///< by location, ordered
  std::vector<Region> regions_;
};

}  // namespace pendulum::engine::lazy
