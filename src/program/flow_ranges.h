// Internal: which numbers the bit-vector variables can hold at each location, for the integer view.
//
// Intervals, by a fixpoint over the graph: an edge's effect on them is what its translation finds out
// (IntegerEdge), heads of loops are widened to the full range, and two passes afterwards take back what the
// guards of the loops exclude. Boolean variables that hold a comparison, such as the condition of a branch,
// are remembered with it, so that their guards bound the numbers that were compared.
#pragma once

#include "program/integer_view_edge.h"
#include "program/wto.h"

namespace pendulum::program {

class FlowRanges {
 public:
  /// `symbols` are those of the view. Both should outlive this.
  FlowRanges(const Program& program, IntegerSymbols& symbols);

  /// Null: no run comes there, or nothing is known.
  const FlowState* at(LocationId location) const { return states_[location] ? &*states_[location] : nullptr; }
  /// The ranges at a location as a term over the program's variables.
  term::Term facts_at(LocationId location) const;

 private:
  /// Nothing: no run takes the edge.
  std::optional<FlowState> after(const Edge& edge) const;
  void ascend();
  void descend();
  /// The smallest state that contains both; widened where the location is the head of a loop that has grown
  /// several times. Was `into` changed?
  bool join(FlowState& into, const FlowState& other, bool is_widened) const;
  Range full_range(term::Term variable) const;

  const Program& program_;
  IntegerSymbols& symbols_;
  Wto wto_;
  std::vector<term::TermVector> live_;
  std::vector<std::optional<FlowState>> states_;  ///< by location
};

}  // namespace pendulum::program
