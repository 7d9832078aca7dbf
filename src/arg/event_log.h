// What happened to an abstract reachability graph, step by step, for reports to play back.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "term/term.h"

namespace pendulum::arg {

/// Where a label comes from.
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
/// The graph, or the path of `nodes`, is checked for a feasible error execution: is the conjunction of
/// `formula` satisfiable? For a path one part per edge, otherwise as it comes.
struct RefinementStarted {
  std::vector<std::uint32_t> nodes;
  term::TermVector formula;
};
/// Its end: feasible, or labels follow as Labelled.
struct RefinementEnded {
  bool is_feasible;
};
/// A forced cover of `node` by `by` is tried; on success labels follow as Labelled, then Covered.
struct ForcedCoverTried {
  std::uint32_t node;
  std::uint32_t by;
  bool is_won;
};
/// A node is no longer part of the graph.
struct Removed {
  std::uint32_t node;
};
/// New predicates at a location.
struct PredicatesFound {
  std::uint32_t location;
  term::TermVector predicates;
};

using Event = std::variant<NodeAdded, EdgeAdded, Expanded, Labelled, Covered, Uncovered, RefinementStarted,
                           RefinementEnded, ForcedCoverTried, Removed, PredicatesFound>;

/// Keeps everything; engines that are not asked for a log pass none.
class EventLog {
 public:
  void add(Event event) { events_.push_back(std::move(event)); }
  const std::vector<Event>& events() const { return events_; }

 private:
  std::vector<Event> events_;
};

}  // namespace pendulum::arg
