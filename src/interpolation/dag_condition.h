// The condition that a DAG has a run, UFO section 5, equations (1) and (2):
//   ArgCond = c_1 and mu_1 and ... and mu_n,   mu_i = (c_i => or over edges (i, w) of (c_w and encode(i, w)))
// with a control variable c_v per node. encode() is the SSA-based encoding that UFO uses in practice (its
// [18]): a node with one incoming edge has the values that the edge gives it, by substitution; a node where
// edges meet gets a symbol x_v for each variable of its scope whose values differ, and encode(u, v) equates.
#pragma once

#include "interpolation/dag.h"

namespace pendulum::interpolation {

class DagCondition {
 public:
  /// How the values of variables travel. Symbols: every variable in scope of every node has its own symbol, as
  /// in Definition 3; Substituted: symbols only where edges meet.
  enum class Encoding { Substituted, Symbols };

  DagCondition(term::TermManager& terms, const Dag& dag, Encoding encoding);

  /// mu_i for node i, `known` of the node included; the root's has c_root as a conjunct. The goal has none.
  const term::TermVector& clauses() const { return clauses_; }
  term::Term control(NodeId node) const { return control_[node]; }
  /// A term over the scope of `node` in the state of the run there.
  term::Term at(NodeId node, term::Term term) const;
  /// The symbols of the node's own: those that Definition 3 calls in-scope. Parallel to the node's scope; null
  /// where the value is not a symbol of this node.
  const term::TermVector& symbols_at(NodeId node) const { return symbols_[node]; }
  /// The condition of one edge without control variables, over the symbols of its two nodes and its inputs'
  /// copies: encode(u, v).
  term::Term encode(std::uint32_t edge) const { return encoded_[edge]; }
  /// All symbols that a model must give a value to for path().
  const term::TermVector& model_symbols() const { return model_symbols_; }
  /// The run that a model of all clauses describes (Lemma 1).
  DagPath path(const term::Model& model) const;

 private:
  term::TermManager& terms_;
  const Dag& dag_;
  term::TermVector clauses_;
  term::TermVector control_;
  std::vector<term::TermVector> symbols_;
  std::vector<term::Substitution> values_;        ///< per node: variable -> its value there
  std::vector<term::Substitution> input_copies_;  ///< per edge: input -> its copy
  term::TermVector encoded_;                      ///< per edge
  term::TermVector model_symbols_;
};

}  // namespace pendulum::interpolation
