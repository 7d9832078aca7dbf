// The solver of the points-to analysis: propagates targets along the constraints to a fixpoint, and adds the
// constraints of the functions that the program can reach.
#pragma once

#include "frontend/llvm/analysis/points_to_constraints.h"

namespace pendulum::frontend {

class PointsToSolver {
 public:
  PointsToSolver(const ObjectTable& objects, PointsToGraph& graph, PointsToConstraints& constraints)
      : objects_(objects), graph_(graph), constraints_(constraints) {}

  /// Ensures: is_solved().
  void solve();
  /// Whether the targets satisfy the constraints of all reachable functions.
  bool is_solved() const;
  /// Adds the absolute object to the content of objects to which integers are also written, because a read of
  /// a pointer may return such an integer. Returns whether a target was added.
  bool seed_integers();

 private:
  /// Propagates the targets of a node to the nodes that depend on it.
  void visit(NodeId id);
  /// Propagates the pointers that are read and written through a node with this target.
  void visit_memory(NodeId id, ObjectId object, Congruence offsets);
  bool seed_integers(const llvm::Instruction& instruction);

  const ObjectTable& objects_;
  PointsToGraph& graph_;
  PointsToConstraints& constraints_;
  std::size_t next_function_ = 0;  ///< the first reachable function whose constraints were not added yet
};

}  // namespace pendulum::frontend
