// Identifies the nodes of an unwinding by a location and the iterations of all loops around it.
//
// UFO's future nodes (Fig. 3, FN) make the graph a DAG: all edges that reach a location in the same
// iterations of its enclosing loops share one node. Fig. 3 keeps them in one global map, which lines 44 and
// 47-48 prune when a loop is left. But if a node was expanded in an earlier round and another node of its
// location was created since, FN can only hold one of the two, and the other one is lost. Identifying nodes
// by iterations yields the same graph if Fig. 3 has no such conflict, and never has a conflict.
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

  /// The context of locations outside of all loops.
  Id outside() const { return 0; }
  /// The first iteration of all loops around `location`.
  Id first(program::LocationId location) { return descend(outside(), location); }
  /// The context of `target` after an edge that leaves `source` in context `from`: the next iteration along a
  /// back edge, and the first iteration of every loop that is entered.
  Id after(Id from, program::LocationId source, program::LocationId target);
  /// The previous iteration of the innermost loop of `context`; nothing for a first iteration.
  std::optional<Id> before(Id context) const;

 private:
  struct Context {
    Id parent = 0;
    program::LocationId head = 0;
    unsigned iteration = 0;
    std::size_t depth = 0;  ///< number of enclosing loops
  };

  /// Extends `context` by the first iteration of the remaining loops around `location`. Requires that
  /// `context` belongs to loops that enclose `location`.
  Id descend(Id context, program::LocationId location);
  Id intern(Id parent, program::LocationId head, unsigned iteration);

  const program::Wto& wto_;
  std::vector<Context> contexts_;
  std::map<std::tuple<Id, program::LocationId, unsigned>, Id> ids_;
};

}  // namespace pendulum::engine::ufo
