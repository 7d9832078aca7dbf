// The input of interpolation: a rooted DAG of guarded parallel assignments with one goal node, which
// represents all counterexamples of an unrolling at once, as in UFO's refinement (section 5). Sequences and
// pairs of formulas are special cases (sequence.h).
//
// Because edges are functional (program.h), the pre-image of a state formula is a substitution; only the
// inputs of an edge have to be projected away.
#pragma once

#include <memory>
#include <vector>

#include "program/program.h"

namespace pendulum::interpolation {

using NodeId = std::uint32_t;  ///< index into Dag::nodes, in topological order

struct DagNode {
  /// The variables that a label may mention: those that are live here, ordered by id.
  term::TermVector scope;
  /// A formula over `scope` that is known to hold here (range facts, earlier labels, facts of other engines):
  /// an invariant of all executions of the DAG. Labels are relative to it.
  term::Term known;
  /// Program location of the node; nodes of one location may share lemmas.
  std::uint32_t location = 0;
};

struct DagEdge {
  NodeId source = 0;
  NodeId target = 0;
  /// Guard, updates and inputs; source and target of the action are ignored.
  const program::Edge* action = nullptr;
};

/// Requires: every edge leads from a smaller to a larger node; node 0 is the root and the last node the goal;
/// every node is on a path from the root to the goal; the scopes of the root and the goal are empty. Two
/// edges may share an action; its inputs are then different inputs of the execution.
struct Dag {
  std::vector<DagNode> nodes;
  std::vector<DagEdge> edges;  ///< ordered by source, then target

  NodeId root() const { return 0; }
  NodeId goal() const { return static_cast<NodeId>(nodes.size()) - 1; }
};

/// A DAG that owns its actions.
struct OwnedDag {
  std::vector<std::unique_ptr<program::Edge>> actions;
  Dag dag;
};

/// Throws InternalError that describes the first violated requirement.
void verify_dag(const Dag& dag);

/// Indices of the edges that enter / leave each node.
std::vector<std::vector<std::uint32_t>> incoming_edges(const Dag& dag);
std::vector<std::vector<std::uint32_t>> outgoing_edges(const Dag& dag);

/// An execution of the DAG: the edges from the root to the goal with the values of their inputs.
struct DagPath {
  struct Step {
    std::uint32_t edge = 0;  ///< index into Dag::edges
    term::Model inputs;
  };
  std::vector<Step> steps;
};

}  // namespace pendulum::interpolation
