// A DAG whose nodes have lemmas, with an incremental solver per program edge: the data structure of
// cubes.cpp.
//
// Engines label ever larger DAGs that share most of their nodes. A node with the same incoming paths from the
// root has the same states, so its lemmas are kept from one DAG to the next. There is one solver per action
// (program edge), which lives as long as the graph. It contains each lemma once, under a proxy that is
// implied by the selectors of the nodes that have the lemma.
//
// Invariant: every lemma of a node of the present DAG holds after every edge into the node, from all states
// that satisfy `known` and the lemmas of the edge's source.
#pragma once

#include <deque>
#include <map>
#include <set>

#include "interpolation/interpolation.h"
#include "interpolation/projection/clause_index.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using Cube = term::TermVector;  ///< a conjunction of literals

/// A program edge with its solver and its substitution for pre-images.
class Step {
 public:
  Step(const Context& context, const program::Edge& action);

  const program::Edge& action() const { return action_; }
  /// True if this step still represents the action at that address. The actions of a chain of formulas are
  /// destroyed with the chain, so an address may be reused.
  bool is(const program::Edge& action) const { return program::has_same_terms(action, action_); }
  const term::TermVector& inputs() const { return inputs_; }
  smt::Solver& solver() { return *solver_; }
  /// The pre-image of `term`: the condition before the step under which it holds after the step.
  term::Term before(term::Term term) { return substitute_(term); }
  /// A symbol that implies in the solver that `fact` holds before the step.
  term::Term proxy(term::Term fact);
  /// Adds to the solver that `fact` holds before the step if `selector` is assumed.
  void assume_under(term::Term selector, term::Term fact);

 private:
  term::TermManager& terms_;
  program::Edge action_;
  term::Substituter substitute_;
  term::TermVector inputs_;
  std::unique_ptr<smt::Solver> solver_;
  term::Substitution proxies_;  ///< fact -> its proxy in the solver
};

/// Lemmas about the states of a node, kept from one DAG to the next.
struct NodeState {
  term::Term selector;
  term::Term known;
  term::TermVector lemmas;  ///< in the order of discovery
  term::TermSet lemma_set;  ///< the same as a set
  ClauseIndex index;        ///< the same, for subsumption
  term::TermSet tried_relations;
  std::map<Step*, std::size_t> num_asserted;  ///< number of lemmas that a step's solver contains
  unsigned epoch = 0;                         ///< see LemmaGraph::retain
  std::size_t num_added = 0;                  ///< number of calls of add_lemma
  std::map<term::Term, std::size_t> tried;    ///< candidate -> num_added_before() when it was tried
};

/// Exception that ends the procedure without labels.
struct GaveUp {
  std::string reason;
};

class LemmaGraph {
 public:
  explicit LemmaGraph(const Context& context) : context_(context), terms_(context.terms) {}

  /// Makes `dag` the present DAG. Returns true if its nodes are those of the last DAG, in the same order.
  /// Requires: it outlives its use here.
  bool bind(const Dag& dag, std::chrono::milliseconds limit);

  const Context& context() const { return context_; }
  const Dag& dag() const { return *dag_; }
  const std::vector<std::uint32_t>& incoming(NodeId node) const { return incoming_[node]; }
  const std::vector<std::uint32_t>& outgoing(NodeId node) const { return outgoing_[node]; }
  NodeId source(std::uint32_t edge) const { return dag_->edges[edge].source; }
  Step& step(std::uint32_t edge) { return *steps_of_edges_[edge]; }
  NodeState& state(NodeId node) { return *states_of_nodes_[node]; }
  /// Whether the labels of the node may mention all symbols of `formula`.
  bool is_in_scope(NodeId node, term::Term formula) const;
  /// The number of lemmas that were ever added to predecessors of the node. While it is the same, a formula
  /// that did not hold after the edges into the node does not hold now.
  std::size_t num_added_before(NodeId node);

  /// Sat: the edge leads from a state that satisfies its source's lemmas into the cube. Unsat: literals of
  /// the cube that suffice for the proof are added to `core`, if it is not null.
  smt::SatResult check_edge(std::uint32_t edge, const Cube& cube, term::TermSet* core);
  /// If no edge into the node reaches the cube: the literals of the cube that suffice for the proofs;
  /// otherwise nullopt.
  std::optional<Cube> blocked_core(NodeId node, const Cube& cube);
  /// Checks with the assumptions and the lemmas of the edge's source.
  smt::SatResult check_from_lemmas(std::uint32_t edge, term::Term assumption);

  /// Adds a lemma. Returns false if the node has it. Requires: the invariant of the class holds for it.
  bool add_lemma(NodeId node, term::Term lemma);
  /// Drops all lemmas of all nodes of the DAG except the given ones (by node). Requires: the invariant of the
  /// class holds for them. A node of an earlier DAG that is not in the present one may depend on a dropped
  /// lemma; it loses its lemmas when it is bound again.
  void retain(const std::vector<term::TermSet>& kept);

  /// Throws GaveUp if the time is over, and Stopped.
  void check_time() const;
  /// Limits the next check of the solver to the remaining time.
  void limit_time(smt::Solver& solver) const;
  std::uint64_t& counter(const char* name) {
    return context_.statistics.counter(std::string("interpolation.cubes.") + name);
  }

 private:
  /// Identifies the states of a node: everything on which they depend.
  struct NodeKey {
    std::uint32_t location;
    term::Term known;
    term::TermVector scope;
    std::vector<std::pair<const NodeState*, const Step*>> arrivals;
    auto operator<=>(const NodeKey&) const = default;
  };

  void bind_node(NodeId node);
  /// Adds the lemmas of the edge's source to the step's solver if it does not contain them yet.
  void assert_lemmas(std::uint32_t edge);
  /// Replaces the lemmas of a state.
  void reset(NodeState& state, term::TermVector lemmas);

  Context context_;
  term::TermManager& terms_;
  std::map<const program::Edge*, Step*> steps_;
  std::deque<Step> all_steps_;  ///< including those of destroyed actions: their addresses are parts of keys
  std::map<NodeKey, NodeState> states_;
  unsigned epoch_ = 0;  ///< number of calls of retain()

  // Data of the present DAG.
  const Dag* dag_ = nullptr;
  std::vector<std::vector<std::uint32_t>> incoming_, outgoing_;
  std::vector<Step*> steps_of_edges_;
  std::vector<NodeState*> states_of_nodes_;
  base::Clock::time_point deadline_;
};

}  // namespace pendulum::interpolation
