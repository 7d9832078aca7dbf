// The part of a program's graph that is relevant for a proof, cut into acyclic layers.
//
// A location is relevant if it is on a graph path from entry to error; executions that leave the relevant
// locations cannot reach the error. Marked edges start a new layer. Every cycle contains a marked edge, so
// the locations within a layer have a topological order. An execution is then a path through pairs
// (location, layer), where the layer is the number of marked edges taken so far. The marked edges are the
// edges into cutpoints (for invariants and k-induction) or the back edges (for unrollings).
#pragma once

#include "base/check.h"
#include "program/program.h"

namespace pendulum::check {

class LayeredGraph {
 public:
  /// `starts_layer[id]`: is edge `id` marked? Throws InputError if a relevant cycle has no marked edge.
  LayeredGraph(const program::Program& program, std::vector<bool> starts_layer);

  const program::Program& program() const { return program_; }
  bool is_relevant(program::LocationId id) const { return is_relevant_[id]; }
  /// Edges from `id` to relevant locations; empty if `id` is not relevant itself.
  const std::vector<program::EdgeId>& outgoing(program::LocationId id) const { return outgoing_[id]; }
  bool starts_layer(program::EdgeId id) const { return starts_layer_[id]; }

  /// The relevant locations in topological order: each edge that is not marked leads to a later location.
  const std::vector<program::LocationId>& order() const { return order_; }
  /// Index into order(). Requires is_relevant(id).
  std::size_t position(program::LocationId id) const {
    PENDULUM_CHECK(is_relevant_[id], "location {} should be relevant", id);
    return position_[id];
  }

  /// Do the guards of outgoing(id) syntactically exclude each other? If so, no state enables two of these
  /// edges. If not, the guards may still exclude each other semantically.
  bool is_deterministic(program::LocationId id) const { return is_deterministic_[id]; }

 private:
  void find_relevant();
  void sort_topologically();

  const program::Program& program_;
  std::vector<bool> starts_layer_;
  std::vector<bool> is_relevant_;
  std::vector<std::vector<program::EdgeId>> outgoing_;
  std::vector<program::LocationId> order_;
  std::vector<std::size_t> position_;
  std::vector<bool> is_deterministic_;
};

/// Marks the edges into the locations with `is_cut[location]`.
std::vector<bool> edges_into(const program::Program& program, const std::vector<bool>& is_cut);
/// Marks the back edges of the weak topological order.
std::vector<bool> back_edges(const program::Program& program);

/// The variables whose values the encoding of a path has to carry to each location, because an edge or a read
/// at a later location may use them. Variables are indices into Program::variables().
class NeededVariables {
 public:
  using Indices = std::vector<std::uint32_t>;

  /// `read_at[location]`: the variables that the caller reads at the location. If `is_end[location]`, paths
  /// end there, so no variables of outgoing edges are needed.
  NeededVariables(const LayeredGraph& graph, const std::vector<Indices>& read_at,
                  const std::vector<bool>& is_end);

  /// The variables needed on arrival at `id`, ascending.
  const Indices& on_arrival(program::LocationId id) const { return on_arrival_[id]; }
  /// The variables, ascending, that are read by the guards of outgoing(id) or by updates of variables that
  /// are needed at the target of the edge.
  const Indices& read_by_edges(program::LocationId id) const { return read_by_edges_[id]; }

 private:
  std::vector<Indices> on_arrival_;
  std::vector<Indices> read_by_edges_;
};

/// The indices of the program variables that occur in `term`, ascending.
NeededVariables::Indices variables_in(const program::Program& program, term::Term term);

}  // namespace pendulum::check
