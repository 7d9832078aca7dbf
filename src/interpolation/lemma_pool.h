// Lemmas per program location, to be tried at all nodes of the location.
//
// Nodes of one location differ in the iterations of the enclosing loops, so a lemma of one of them often
// holds at the others. A lemma that a node has is also a candidate at the locations of its successors,
// because most edges change few variables. The pool outlives the DAGs. A candidate costs a solver call per
// incoming edge, much less than to find the lemma again from a counterexample to induction.
#pragma once

#include "interpolation/lemma_graph.h"

namespace pendulum::interpolation {

class LemmaPool {
 public:
  explicit LemmaPool(LemmaGraph& graph) : graph_(graph) {}

  /// Adds the lemma to the node and remembers it for its location and those of its successors.
  void add(NodeId node, term::Term lemma);
  /// Adds to each node all active lemmas of its location that hold there.
  void push_everywhere();
  /// Makes exactly the given lemmas (by node) active at the locations of the DAG. The others become active
  /// again when they are found again.
  void activate(const std::vector<term::TermSet>& lemmas);

 private:
  struct AtLocation {
    term::TermVector lemmas;  ///< in the order of discovery
    term::TermSet set;        ///< the same as a set
    term::TermSet inactive;
  };

  void remember(NodeId node, term::Term lemma);
  /// Active lemmas of the location that the node does not have and that may hold there.
  term::TermVector candidates(NodeId node);
  /// Adds to the node those candidates that hold there.
  void push(NodeId node);
  /// Returns those candidates that hold after the edge.
  term::TermVector that_hold(std::uint32_t edge, term::TermVector candidates);

  LemmaGraph& graph_;
  std::map<std::uint32_t, AtLocation> at_;  ///< by location
};

}  // namespace pendulum::interpolation
