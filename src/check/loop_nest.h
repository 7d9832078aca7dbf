// How the loops of a program are nested, with heads that a certificate proposes.
//
// A strongly connected part of the graph is a loop. One of its locations is its head; what is strongly
// connected without the head is a loop inside of it, and so on. The result is a weak topological order: an
// edge leads forward in the order, or to the head of a loop around its source. That holds whatever the heads
// are. But where a loop can be entered at several locations, as in mutual recursion, how often it is repeated
// depends on its head; so whoever claims a bound has to name the head.
#pragma once

#include <map>

#include "program/program.h"

namespace pendulum::check {

class LoopNest {
 public:
  /// The head of a loop is the first of its locations in `heads`, and the one with the least id if there is
  /// none.
  LoopNest(const program::Program& program, const std::vector<program::LocationId>& heads);

  bool is_head(program::LocationId id) const { return !heads_[id].empty() && heads_[id].back() == id; }
  /// Heads of the loops around the location, its own included if it is a head, outermost first.
  const std::vector<program::LocationId>& heads(program::LocationId id) const { return heads_[id]; }
  /// In the order; each location has one of its own.
  std::uint32_t position(program::LocationId id) const { return position_[id]; }

 private:
  using Locations = std::vector<program::LocationId>;

  /// The strongly connected parts of the graph of `members`, edges between them lead to later ones.
  std::vector<Locations> components(const Locations& members);
  bool is_loop(const Locations& component) const;
  program::LocationId choose_head(const Locations& component) const;

  const program::Program& program_;
  std::map<program::LocationId, std::size_t> rank_;  ///< of a proposed head
  std::vector<Locations> heads_;
  std::vector<std::uint32_t> position_;
  // For components(), by location.
  std::vector<std::uint32_t> part_;    ///< number of the graph that it is a member of
  std::vector<std::uint32_t> number_;  ///< in depth-first order, from 1 on; 0: not visited
  std::vector<std::uint32_t> low_;     ///< least number that is reached over locations still on the stack
  std::uint32_t num_parts_ = 0;
};

}  // namespace pendulum::check
