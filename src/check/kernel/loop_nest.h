// The nesting of a program's loops, with loop heads that a certificate proposes.
//
// A strongly connected component of the graph is a loop. One of its locations is its head; the strongly
// connected components that remain without the head are the loops nested in it, and so on. The result is a
// weak topological order: each edge leads forward in the order, or to the head of a loop around its source.
// This holds for any choice of heads. But if a loop can be entered at several locations, as in mutual
// recursion, the number of its iterations depends on the choice of the head, so a certificate that claims a
// bound has to name the head.
#pragma once

#include <map>

#include "program/program.h"

namespace pendulum::check {

class LoopNest {
 public:
  /// The head of a loop is the first element of `heads` that is one of its locations, or its location with
  /// the least id if `heads` contains none of them.
  LoopNest(const program::Program& program, const std::vector<program::LocationId>& heads);

  bool is_head(program::LocationId id) const { return !heads_[id].empty() && heads_[id].back() == id; }
  /// Heads of the loops that contain the location, outermost first; includes the location itself if it is a
  /// head.
  const std::vector<program::LocationId>& heads(program::LocationId id) const { return heads_[id]; }
  /// Position of the location in the weak topological order. No two locations have the same position.
  std::uint32_t position(program::LocationId id) const { return position_[id]; }

 private:
  using Locations = std::vector<program::LocationId>;

  /// The strongly connected components of the subgraph of `members`, in topological order: edges between
  /// components lead to later components.
  std::vector<Locations> components(const Locations& members);
  bool is_loop(const Locations& component) const;
  program::LocationId choose_head(const Locations& component) const;

  const program::Program& program_;
  std::map<program::LocationId, std::size_t> rank_;  ///< proposed head -> its index in `heads`
  std::vector<Locations> heads_;
  std::vector<std::uint32_t> position_;
  // Working data of components(), indexed by location.
  std::vector<std::uint32_t> part_;    ///< number of the subgraph that contains the location; 0: done
  std::vector<std::uint32_t> number_;  ///< depth-first number, starting from 1; 0: not visited
  std::vector<std::uint32_t> low_;     ///< Tarjan's lowlink: least number reached over the stack
  std::uint32_t num_parts_ = 0;
};

}  // namespace pendulum::check
