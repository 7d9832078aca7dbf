// The part of a program's graph that a proof has to speak about, cut into acyclic layers.
//
// Relevant are the locations on graph paths from entry to error: what happens elsewhere cannot lead to the
// error. Some edges are marked to start a new layer; every cycle contains one of them, so that inside a layer
// the locations have a topological order. A run is then a path through (location, layer), where the layer is
// the number of marked edges taken so far. Edges into cutpoints (invariants, k-induction) and back edges
// (unrolling) are the two markings in use.
#pragma once

#include "program/program.h"

namespace pendulum::check {

class LayeredGraph {
 public:
  /// `starts_layer` is indexed by EdgeId. Throws InputError when a relevant cycle has no marked edge.
  LayeredGraph(const program::Program& program, std::vector<bool> starts_layer);

  const program::Program& program() const { return program_; }
  bool is_relevant(program::LocationId id) const { return is_relevant_[id]; }
  /// Edges from `id` to relevant locations; none when `id` is not relevant itself.
  const std::vector<program::EdgeId>& outgoing(program::LocationId id) const { return outgoing_[id]; }
  bool starts_layer(program::EdgeId id) const { return starts_layer_[id]; }

  /// The relevant locations; an edge that starts no layer leads to a later one.
  const std::vector<program::LocationId>& order() const { return order_; }
  /// Index into order(). Requires is_relevant(id).
  std::size_t position(program::LocationId id) const { return position_[id]; }

  /// Is it visible that no state allows two of the edges in outgoing(id)? No means: it is not visible.
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

/// Marks the edges into the locations that `is_cut` names.
std::vector<bool> edges_into(const program::Program& program, const std::vector<bool>& is_cut);
/// Marks the back edges of the weak topological order.
std::vector<bool> back_edges(const program::Program& program);

/// Which variables the encoding of a path has to carry, per location: those that an edge or a read at a
/// location further on may need. Variables are indices into Program::variables().
class NeededVariables {
 public:
  using Indices = std::vector<std::uint32_t>;

  /// `read_at`: by location, what is read there on arrival. Where `is_end` holds, paths end and nothing
  /// else is needed on arrival.
  NeededVariables(const LayeredGraph& graph, const std::vector<Indices>& read_at,
                  const std::vector<bool>& is_end);

  /// Needed on arrival at `id`, ascending.
  const Indices& on_arrival(program::LocationId id) const { return on_arrival_[id]; }
  /// Read by the guards of outgoing(id) and by the updates of variables needed at their targets, ascending.
  const Indices& read_by_edges(program::LocationId id) const { return read_by_edges_[id]; }

 private:
  std::vector<Indices> on_arrival_;
  std::vector<Indices> read_by_edges_;
};

/// The indices of the program variables that occur in `term`, ascending.
NeededVariables::Indices variables_in(const program::Program& program, term::Term term);

}  // namespace pendulum::check
