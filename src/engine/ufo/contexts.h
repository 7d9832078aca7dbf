// Names for the nodes of an unwinding: a location together with the iteration of every loop around it.
//
// UFO's future nodes (Fig. 3, FN) make the graph a DAG: all edges that reach a location in the same
// iterations of the loops around it share one node. Fig. 3 keeps that in one global map, which lines 44 and
// 47-48 prune when a loop is left; but where a node was expanded in an earlier round and another one of its
// location was made since, FN can only hold one of the two, and the other is lost. Naming the nodes by their
// iterations gives the same graph where Fig. 3 has no such conflict, and no conflict ever.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "program/wto.h"

namespace pendulum::engine::ufo {

class Contexts {
 public:
  using Id = std::uint32_t;

  explicit Contexts(const program::Wto& wto) : wto_(wto) { contexts_.push_back({}); }

  /// Outside of all loops.
  Id outside() const { return 0; }
  /// The first iteration of all loops around `location`.
  Id first(program::LocationId location) { return descend(outside(), location); }
  /// The context of `target` for an edge that leaves `source` in context `from`: one more iteration along a
  /// back edge, the first iteration of every loop that is entered.
  Id after(Id from, program::LocationId source, program::LocationId target);
  /// The iteration before this one of its innermost loop; nothing for a first iteration.
  std::optional<Id> before(Id context) const;

 private:
  struct Context {
    Id parent = 0;
    program::LocationId head = 0;
    unsigned iteration = 0;
    std::size_t depth = 0;  ///< number of loops around
  };

  /// Requires that `context` is of some of the loops around `location`; the first iteration of the others.
  Id descend(Id context, program::LocationId location);
  Id intern(Id parent, program::LocationId head, unsigned iteration);

  const program::Wto& wto_;
  std::vector<Context> contexts_;
  std::map<std::tuple<Id, program::LocationId, unsigned>, Id> ids_;
};

}  // namespace pendulum::engine::ufo
