// EXPANDARG (UFO, Fig. 3, lines 14-52): unwinds the program along its weak topological order with the
// recursive iteration strategy. Inner loops are unwound until a head is covered, before outer loops continue.
// Every visited node gets its label from the last refinement or by Post.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "arg/arg.h"
#include "arg/implications.h"
#include "base/stop.h"
#include "engine/ufo/contexts.h"
#include "engine/ufo/post.h"

namespace pendulum::engine::ufo {

/// Labels that a refinement has found, by node of the graph; null if unbound.
using NodeLabels = term::TermVector;

class Expansion {
 public:
  Expansion(arg::Arg& arg, const program::Wto& wto, Post& post, arg::Implications& implications,
            const base::StopToken& stop);

  /// Runs one round. Ensures: every edge between visited nodes is a Hoare triple; every visited node that is
  /// not covered has all edges of its location, and they lead to visited nodes. Nodes that were not visited
  /// are labelled false.
  void run(const NodeLabels& labels);
  /// Makes the next round compute all labels by Post (Fig. 3, line 4).
  void mark_root() { is_marked_[arg_.root()] = true; }
  /// From now on, a refinement's label is conjoined with Post instead of replacing it.
  void strengthen_labels() { are_strengthened_ = true; }

  /// The last round has visited the node.
  bool is_visited(arg::NodeId node) const { return node < visited_.size() && visited_[node] == round_; }
  /// For the head of a loop, its node in the previous iteration; nothing for other nodes and in first
  /// iterations.
  std::optional<arg::NodeId> head_before(arg::NodeId node) const;
  /// The node of the error location, if the last round has visited it.
  std::optional<arg::NodeId> error_node() const;

 private:
  /// Visits a node and returns the next one; nothing at the end.
  std::optional<arg::NodeId> visit(arg::NodeId node);
  void expand_node(arg::NodeId node);
  /// The node of `target` in the context after an edge from `source`; created if necessary.
  arg::NodeId future_node(arg::NodeId source, program::LocationId target);
  /// Lines 33-40: computes the label by Post if the node is marked, or takes it from the refinement.
  void relabel(arg::NodeId node);
  term::Term post(arg::NodeId node);
  /// Covers the node by the active heads of its location if its label implies the disjunction of theirs.
  /// Returns true also for an unsatisfiable label, which needs no cover.
  bool try_cover(arg::NodeId node);
  std::span<const program::LocationId> body(program::LocationId head) const;
  /// FN has a node inside of the component.
  bool is_future_inside(program::LocationId head) const;
  void leave_component(program::LocationId head);
  std::optional<arg::NodeId> take_future_node(std::optional<program::LocationId> location);
  void reset_unvisited();

  arg::Arg& arg_;
  const program::Wto& wto_;
  Post& post_;
  arg::Implications& implications_;
  const base::StopToken& stop_;
  Contexts contexts_;
  std::map<std::pair<Contexts::Id, program::LocationId>, arg::NodeId> names_;
  std::vector<Contexts::Id> context_;  ///< by node
  std::vector<bool> is_marked_;        ///< by node: the label has to be computed by Post
  std::vector<unsigned> visited_;      ///< by node: the last round that visited it
  unsigned round_ = 0;
  const NodeLabels* labels_ = nullptr;
  bool are_strengthened_ = false;
  /// The paper's AH and FN, by location.
  std::vector<std::vector<arg::NodeId>> active_heads_;
  std::vector<std::optional<arg::NodeId>> future_nodes_;
};

}  // namespace pendulum::engine::ufo
