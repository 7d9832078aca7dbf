// EXPANDARG (UFO, Fig. 3, lines 14-52): unwinds the program along its weak topological order with the
// recursive iteration strategy, so that inner loops are unwound until a head is covered before outer ones go
// on, and gives every node that it visits its label: from the last refinement, or by Post.
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

/// Labels that a refinement found, by node of the graph; null: unbound.
using NodeLabels = term::TermVector;

class Expansion {
 public:
  Expansion(arg::Arg& arg, const program::Wto& wto, Post& post, arg::Implications& implications,
            const base::StopToken& stop);

  /// One round. Ensures for the visited nodes: every edge between them is a Hoare triple, every visited node
  /// that is not covered has all edges of its location, to visited nodes. The others are labelled false.
  void run(const NodeLabels& labels);
  /// The next round computes all labels by Post (Fig. 3, line 4).
  void mark_root() { is_marked_[arg_.root()] = true; }
  /// From now on labels of a refinement are strengthened by Post instead of replacing what it says.
  void strengthen_labels() { are_strengthened_ = true; }

  /// In the last round.
  bool is_visited(arg::NodeId node) const { return node < visited_.size() && visited_[node] == round_; }
  /// For the head of a loop: its node in the iteration before; nothing for others and in first iterations.
  std::optional<arg::NodeId> head_before(arg::NodeId node) const;
  /// The node of the error location, if the last round has visited it.
  std::optional<arg::NodeId> error_node() const;

 private:
  /// Visits a node; the next one, nothing at the end.
  std::optional<arg::NodeId> visit(arg::NodeId node);
  void expand_node(arg::NodeId node);
  arg::NodeId future_node(arg::NodeId source, program::LocationId target);
  void relabel(arg::NodeId node);
  term::Term post(arg::NodeId node);
  bool try_cover(arg::NodeId node);
  std::span<const program::LocationId> body(program::LocationId head) const;
  bool is_future_inside(program::LocationId head) const;
  void leave_component(program::LocationId head);
  std::optional<arg::NodeId> take_future_node(std::optional<program::LocationId> location);
  void forget_what_was_not_visited();

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
