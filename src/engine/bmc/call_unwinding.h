// Unwinds recursive calls along a growing call tree (program/passes/unwind_calls.h), and each loop within its
// own bound.
//
// The explicit stack of arrays, on which the layers search, hides constant arguments and return sites from
// simplification, and each layer copies the bodies of all functions. Here each activation has its own copy of
// its function, and the stack disappears. The search alternates three questions about the program for the
// current tree and bounds: Is a violation reachable? Which missing calls are reachable? Which loops can
// exceed their bounds? Missing calls and loops grow until neither is reachable, which is a proof, or a
// violation is.
//
// The tree grows by the activations of executions that reach a missing call, and by further descendants until
// its size has doubled, so that few attempts are needed. Before it grows, nodes are removed that no execution
// reaches, because most of the further descendants were wrong guesses.
#pragma once

#include <set>
#include <variant>

#include "engine/bmc/loop_unwinding.h"
#include "program/passes/unwind_calls.h"

namespace pendulum::engine::bmc {

class CallUnwinding {
 public:
  /// `task` and `env` must outlive this object.
  CallUnwinding(const Task& task, Env& env);
  ~CallUnwinding();

  /// False if the program has no calls to unwind, or if the search has ended without an answer.
  bool is_possible() const { return calls_.has_value(); }
  /// A counterexample or a proof, both for the task's program.
  using Answer = std::variant<certificate::ErrorPath, certificate::UnwoundCalls>;
  /// Continues the search for about `seconds`. Returns nothing if it does not end in this time. Requires:
  /// is_possible.
  std::optional<Answer> continue_for(double seconds);

 private:
  using NodeId = program::CallTree::NodeId;
  struct Call {
    NodeId caller;
    std::uint64_t site;
  };
  struct Attempt;

  std::optional<Answer> attempt(const base::Budget& slice);
  void unwind(std::chrono::milliseconds limit);
  std::optional<certificate::ErrorPath> find_error(const base::StopToken& stop);
  certificate::UnwoundCalls proof() const;
  /// The missing calls that executions reach.
  std::vector<Call> reached_calls(const base::StopToken& stop);
  /// The loops whose bounds executions exceed, as loop heads of the task's program.
  std::set<program::LocationId> exceeded_loops(const base::StopToken& stop);
  /// Removes the nodes that are not reached, and adds the reached calls with further descendants.
  void grow_tree(const std::vector<bool>& is_kept, std::vector<Call> reached);
  /// By node: whether an execution reaches it.
  std::vector<bool> reached_nodes(const std::vector<Call>& reached, const base::StopToken& stop);
  /// Executes the program along the paths to the reached missing calls and adds the activations to the tree.
  void execute();
  void add_descendants(std::vector<Call> calls);
  void find_sites();
  void give_up(const std::string& reason);

  const Task& task_;
  Env& env_;
  std::optional<program::CallStructure> calls_;
  /// Call site -> call sites in its callee. Empty if the program cannot be partitioned into procedures.
  std::map<std::uint64_t, std::set<std::uint64_t>> sites_in_callee_;
  program::CallTree tree_;
  std::vector<bool> is_reached_{true};  ///< by node: an execution is known to reach it
  /// Maximum number of repetitions by loop head of the task's program; 0 for heads that do not occur.
  std::map<program::LocationId, unsigned> bounds_;
  std::unique_ptr<Attempt> attempt_;  ///< for the tree and the bounds; kept between calls of continue_for()
};

}  // namespace pendulum::engine::bmc
