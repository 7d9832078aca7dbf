// Internal: which numbers the bit-vector variables can hold at each location, for the integer view.
//
// Intervals, by a fixpoint over the graph: an edge's effect on them is what its translation finds out
// (IntegerEdge), heads of loops are widened to the full range, and two passes afterwards take back what the
// guards of the loops exclude. Boolean variables that hold a comparison, such as the condition of a branch,
// are remembered with it, so that their guards bound the numbers that were compared. Only variables
// that some edge with a possible wrap-around depends on are followed.
#pragma once

#include "program/integer_view_edge.h"
#include "program/wto.h"

namespace pendulum::program {

class FlowRanges {
 public:
  /// `symbols` are those of the view; `edges`: at their sources ranges are wanted. The first two should
  /// outlive this.
  FlowRanges(const Program& program, IntegerSymbols& symbols, const std::vector<EdgeId>& edges);

  /// Null: no run comes there.
  const FlowState* at(LocationId location) const { return states_[location] ? &*states_[location] : nullptr; }
  /// The ranges and definitions at a location as a term over the program's variables; false where no run
  /// comes. Each edge leads from the facts at its source to those at its target.
  term::Term facts_at(LocationId location) const;

 private:
  void find_followed(const std::vector<EdgeId>& edges);
  /// The symbols of an edge: of the values of its updates, in their order, and of the conjuncts of its guard.
  struct Symbols {
    std::vector<term::TermVector> updates;
    std::vector<term::TermVector> conjuncts;
  };
  static Symbols symbols_of(const Edge& edge);
  /// Follows variables that followed ones are computed from or compared with. Was there another one?
  bool follow_more(const Edge& edge, const Symbols& symbols);
  /// Does the edge assign or compare a followed variable?
  bool concerns_followed(const Edge& edge, const Symbols& symbols) const;
  /// Nothing: no run takes the edge.
  std::optional<FlowState> after(EdgeId id) const;
  /// False: it took too long, and the states do not contain all runs.
  bool ascend();
  void descend();
  /// The smallest state that contains both; widened where the location is the head of a loop that has grown
  /// several times. Was `into` changed?
  bool join(FlowState& into, const FlowState& other, bool is_widened) const;
  Range full_range(term::Term variable) const;

  const Program& program_;
  IntegerSymbols& symbols_;
  Wto wto_;
  term::TermSet followed_;
  std::vector<bool> is_concerned_;  ///< by edge
  std::vector<term::TermVector> live_;
  std::vector<std::optional<FlowState>> states_;  ///< by location
};

}  // namespace pendulum::program
