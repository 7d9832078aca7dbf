// Which predicates are tracked where.
//
// A region is a subtree: it begins at the pivot of a refinement and has predicates beside those of the region
// around it. Predicates are tracked at one location, or at every location of the region where all their
// variables are live.
#pragma once

#include <map>
#include <vector>

#include "program/program.h"

namespace pendulum::engine::lazy {

class Regions {
 public:
  using Id = std::uint32_t;

  explicit Regions(const program::Program& program) : live_(program::live_variables(program)), regions_(1) {}

  /// The region of everything.
  Id whole() const { return 0; }
  Id add_inside(Id outer);
  /// Tracked at `location`, or everywhere. Those that were not tracked there yet are returned.
  term::TermVector add(Id region, program::LocationId location, const term::TermVector& predicates);
  term::TermVector add_everywhere(Id region, const term::TermVector& predicates);
  /// What is tracked at a location, outer regions first.
  term::TermVector at(Id region, program::LocationId location) const;

 private:
  struct Region {
    Id outer = 0;
    term::TermVector everywhere;                         ///< in the order in which they came
    std::map<program::LocationId, term::TermVector> at;  ///< the same
  };

  bool is_live(term::Term predicate, program::LocationId location) const;
  /// From the outermost one to `region`.
  std::vector<const Region*> around(Id region) const;

  std::vector<term::TermVector> live_;  ///< by location, ordered
  std::vector<Region> regions_;
};

}  // namespace pendulum::engine::lazy
