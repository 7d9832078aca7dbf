// Explicit-state search guided by novelty. It finds bugs that are deep but need no arithmetic reasoning, as
// in state machines with many rounds (the eca programs), whose merged paths yield formulas that are too hard
// for solvers.
//
// States are stored at the locations of a large-block program. A state is expanded along every outgoing edge
// with candidate values for the edge's inputs: the constants that the input is compared with, and their
// neighbours. New successors are kept. A successor is expanded before the others if a Boolean subterm of the
// edge had a value that it never had before (the idea of coverage-guided fuzzing). The work is counted in
// instructions, not in seconds, so that the search is deterministic for a given seed.
#pragma once

#include <deque>
#include <unordered_map>

#include "base/stop.h"
#include "certificate/certificate.h"
#include "facts/random_values.h"
#include "term/evaluation/word_code.h"

namespace pendulum::engine::bmc {

class Exploration {
 public:
  using Words = std::vector<std::uint64_t>;
  using NodeId = std::uint32_t;  ///< index of a stored state

  Exploration(const program::Program& program, unsigned seed, const base::StopToken& stop);

  /// Continues the search for about `instructions`, or until it is exhausted. Returns a path to a violation
  /// if one is found; further calls continue the search.
  std::optional<certificate::ErrorPath> run(std::size_t instructions);

  std::size_t num_states() const { return nodes_.size(); }
  /// Number of instructions since a Boolean subterm last had a new value.
  std::size_t since_novelty() const { return since_novelty_; }
  /// All stored states were expanded, or the edges have sorts that cannot be compiled to word code.
  bool is_exhausted() const { return !is_possible_ || (hot_.empty() && cold_.empty()); }
  /// False if the edges have sorts that cannot be compiled to word code.
  bool is_possible() const { return is_possible_; }

  program::LocationId location(NodeId node) const { return nodes_[node].location; }
  /// Values of the location's live variables, which live() lists.
  const Words& state(NodeId node) const { return nodes_[node].state; }
  const term::TermVector& live(program::LocationId location) const { return live_[location]; }
  /// Takes the edge from a stored state with the given input values, and stores the successor, which is
  /// expanded before the others, if it is new. Returns the node of the successor; nothing if the guard does
  /// not hold or the maximum number of states is reached. Requires is_possible(), that the edge leaves the
  /// location of the node, and that it does not lead to the error.
  std::optional<NodeId> take(NodeId node, program::EdgeId id, const Words& inputs);
  /// The edges from entry to the node.
  std::vector<program::EdgeId> edges_to(NodeId node) const;
  /// The execution that leads to the node, followed by the edge `last`.
  certificate::ErrorPath path_to(NodeId node, program::EdgeId last, const Words& inputs) const;

 private:
  struct Node {
    program::LocationId location;
    NodeId parent;
    program::EdgeId edge;  ///< from the parent
    Words state;           ///< values of the location's live variables
    Words inputs;          ///< input values of the edge
  };
  struct CompiledEdge {
    std::optional<term::WordCode> code;  ///< roots: guard, then the target's live variables
    std::vector<Words> candidates;       ///< per input
    std::vector<std::uint32_t> widths;   ///< per input, in bits
  };

  /// Compiles the edge to word code; clears is_possible_ if its sorts are not supported.
  void compile(program::EdgeId id);
  Words candidates_of(term::Term input, const term::TermVector& subterms) const;
  /// Takes every outgoing edge of the node with the chosen inputs.
  void expand(NodeId node);
  /// The input valuations with which the edge is tried.
  std::vector<Words> choose_inputs(const CompiledEdge& edge);
  /// Executes the edge; stores the successor if it is new, or sets found_ if it is a violation.
  void try_edge(NodeId node, program::EdgeId id, const Words& inputs);
  /// Executes the code of the edge. Returns whether a Boolean subterm had a new value.
  bool execute(NodeId node, program::EdgeId id, const Words& inputs);
  /// The state after the last execution of the edge's code.
  Words successor(program::EdgeId id) const;
  certificate::Step step(program::EdgeId edge, const Words& inputs) const;

  const program::Program& program_;
  term::TermManager& terms_;
  const base::StopToken& stop_;
  std::mt19937 random_;
  std::vector<term::TermVector> live_;
  std::vector<CompiledEdge> edges_;
  bool is_possible_ = true;
  std::vector<Node> nodes_;
  /// Nodes that were not expanded yet; those in hot_ were reached with novelty and are expanded first.
  std::deque<NodeId> hot_, cold_;
  /// Hash of (location, state) -> the node. Soundness: a collision loses a state, which is harmless because
  /// proofs from stored states (state_invariant.h) are checked by a solver.
  std::unordered_map<std::uint64_t, NodeId> known_;
  std::size_t done_ = 0;  ///< instructions executed so far
  std::size_t since_novelty_ = 0;
  std::optional<certificate::ErrorPath> found_;
};

}  // namespace pendulum::engine::bmc
