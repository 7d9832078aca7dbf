// The changes of an abstract reachability graph (ARG) as a list of events, which reports replay.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "term/term.h"

namespace pendulum::arg {

/// The operation that computed a label.
enum class LabelOrigin { Initial, Interpolant, Post, ForcedCover };
std::string_view to_string(LabelOrigin origin);

struct NodeAdded {
  std::uint32_t node;
  std::uint32_t location;
};
struct EdgeAdded {
  std::uint32_t source;
  std::uint32_t target;
  std::uint32_t action;
};
struct Expanded {
  std::uint32_t node;
};
struct Labelled {
  std::uint32_t node;
  term::Term label;
  LabelOrigin origin;
};
struct Covered {
  std::uint32_t node;
  std::vector<std::uint32_t> by;
};
struct Uncovered {
  std::uint32_t node;
};
/// Start of a check whether the graph, or the path of `nodes`, contains a feasible counterexample, that is,
/// whether the conjunction of `formula` is satisfiable. For a path, `formula` has one part per edge;
/// otherwise the division into parts is arbitrary.
struct RefinementStarted {
  std::vector<std::uint32_t> nodes;
  term::TermVector formula;
};
/// End of that check. If the result is infeasible, the new labels follow as Labelled.
struct RefinementEnded {
  bool is_feasible;
};
/// An attempt to cover `node` by `by` with a forced cover. After a success labels follow as Labelled, then
/// Covered.
struct ForcedCoverTried {
  std::uint32_t node;
  std::uint32_t by;
  bool is_successful;
};
/// The node is no longer part of the graph.
struct Removed {
  std::uint32_t node;
};
/// New predicates for a location.
struct PredicatesFound {
  std::uint32_t location;
  term::TermVector predicates;
};

using Event = std::variant<NodeAdded, EdgeAdded, Expanded, Labelled, Covered, Uncovered, RefinementStarted,
                           RefinementEnded, ForcedCoverTried, Removed, PredicatesFound>;

/// Stores all events. Engines without a log use a null pointer.
class EventLog {
 public:
  void add(Event event) { events_.push_back(std::move(event)); }
  const std::vector<Event>& events() const { return events_; }

 private:
  std::vector<Event> events_;
};

}  // namespace pendulum::arg
