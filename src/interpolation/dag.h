// What is interpolated: a rooted DAG of guarded parallel assignments with one goal node, as UFO's refinement
// hands it over (section 5): all error executions of an unrolling at once. Sequences and pairs of formulas
// are special cases (sequence.h).
//
// Because edges are functional (program.h), the pre-image of a state formula is a substitution; only an
// edge's inputs have to be projected away.
#pragma once

#include <memory>
#include <vector>

#include "program/program.h"

namespace pendulum::interpolation {

using NodeId = std::uint32_t;  ///< index into Dag::nodes, in topological order

struct DagNode {
  /// What a label may mention: the variables that are live here, ordered by id.
  term::TermVector scope;
  /// What is known to hold here without proof (range facts, earlier labels, facts of other engines): an
  /// invariant of all runs of the DAG, over `scope`. Labels are relative to it.
  term::Term known;
  /// Nodes of one place (the program location) may share lemmas.
  std::uint32_t place = 0;
};

struct DagEdge {
  NodeId source = 0;
  NodeId target = 0;
  /// Guard, updates and inputs; source and target of the action are not looked at.
  const program::Edge* action = nullptr;
};

/// Requires: every edge goes from a smaller to a larger node; node 0 is the root and the last node the goal;
/// every node lies on a path from the root to the goal; nothing is in scope at the root or at the goal.
/// Two edges may share an action (its inputs are then different inputs of the run).
struct Dag {
  std::vector<DagNode> nodes;
  std::vector<DagEdge> edges;  ///< ordered by source, then target

  NodeId root() const { return 0; }
  NodeId goal() const { return static_cast<NodeId>(nodes.size()) - 1; }
};

/// A DAG and the actions it points to.
struct OwnedDag {
  std::vector<std::unique_ptr<program::Edge>> actions;
  Dag dag;
};

/// Throws InternalError with the first requirement that is not met.
void verify_dag(const Dag& dag);

/// Indices of the edges that reach / leave each node.
std::vector<std::vector<std::uint32_t>> incoming_edges(const Dag& dag);
std::vector<std::vector<std::uint32_t>> outgoing_edges(const Dag& dag);

/// A run of the DAG: edges from the root to the goal, and the values of each one's inputs.
struct DagPath {
  struct Step {
    std::uint32_t edge = 0;  ///< index into Dag::edges
    term::Model inputs;
  };
  std::vector<Step> steps;
};

}  // namespace pendulum::interpolation
