// Internal: intervals of the bit-vector variables at each location, for the integer view.
//
// The intervals are a fixpoint over the control-flow graph. The translation of an edge (IntegerEdge) computes
// its effect on them. Bounds that keep growing at a loop head are widened to the full range, and two
// descending passes recover bounds that follow from loop guards. The state also stores Boolean variables that
// hold a comparison, such as a branch condition, together with the comparison, so that a guard over the
// Boolean variable bounds the compared variables. The analysis only follows variables on which an edge with a
// possible wrap-around depends.
#pragma once

#include "program/integer_view/flow_state.h"
#include "program/integer_view/integer_value.h"
#include "program/wto.h"

namespace pendulum::program {

class FlowRanges {
 public:
  /// `symbols`: those of the view. `edges`: the edges at whose sources ranges are wanted. Requires: `program`
  /// and `symbols` outlive this object.
  FlowRanges(const Program& program, IntegerSymbols& symbols, const std::vector<EdgeId>& edges);

  /// The facts at the location; null if no execution reaches it.
  const FlowState* at(LocationId location) const { return states_[location] ? &*states_[location] : nullptr; }
  /// The ranges and definitions at a location as a term over the program's variables; false if no execution
  /// reaches it. The facts are inductive: each edge leads from states that satisfy them at its source to
  /// states that satisfy them at its target.
  term::Term facts_at(LocationId location) const;

 private:
  void find_followed(const std::vector<EdgeId>& edges);
  /// The symbols of an edge: one list per update, in order, for its value, and one per conjunct of the guard.
  struct Symbols {
    std::vector<term::TermVector> updates;
    std::vector<term::TermVector> conjuncts;
  };
  static Symbols symbols_of(const Edge& edge);
  /// Adds variables from which followed ones are computed or with which they are compared. Returns true if it
  /// added one.
  bool follow_more(const Edge& edge, const Symbols& symbols);
  /// True if the edge assigns a followed variable or its guard mentions one.
  bool concerns_followed(const Edge& edge, const Symbols& symbols) const;
  /// The state after the edge; nullopt if no execution takes it.
  std::optional<FlowState> after(EdgeId id) const;
  /// Ascending iteration. Returns false if it exceeded its budget; the states are then not an
  /// over-approximation.
  bool ascend();
  void descend();
  /// Replaces `into` by the smallest state that contains both; with `is_widened`, bounds that grow become
  /// those of the full range. Returns true if `into` changed.
  bool join(FlowState& into, const FlowState& other, bool is_widened) const;
  Range full_range(term::Term variable) const;

  const Program& program_;
  IntegerSymbols& symbols_;
  Wto wto_;
  term::TermSet followed_;
  std::vector<bool> is_concerned_;  ///< by edge: concerns_followed
  /// By location: live variables, ordered by id.
  std::vector<term::TermVector> live_;
  std::vector<std::optional<FlowState>> states_;  ///< by location
};

}  // namespace pendulum::program
