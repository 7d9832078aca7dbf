// The condition that a DAG has an execution, UFO section 5, equations (1) and (2):
//   ArgCond = c_1 and mu_1 and ... and mu_n,   mu_i = (c_i => or over edges (i, w) of (c_w and encode(i, w)))
// with a control variable c_v per node. encode() is the SSA-based encoding that UFO uses in practice
// ([Gurfinkel11], its [18]). The values at a node with one incoming edge are those after the edge, by
// substitution. At a join, each variable of the scope whose incoming values differ gets a symbol x_v, and
// encode(u, v) equates it with the value after the edge. Arrays are never equated, because reads of
// conditional arrays can be expanded (smt/expansion.h) but equalities of arrays cannot: at a join of
// different arrays, an ite selects the value of the edge that is taken.
#pragma once

#include "interpolation/dag/dag.h"

namespace pendulum::interpolation {

class DagCondition {
 public:
  /// The representation of values. Symbols: every variable in scope of every node has its own symbol, as in
  /// Definition 3. Substituted: there are symbols only at joins.
  enum class Encoding { Substituted, Symbols };

  /// Requires: `dag` outlives this object.
  DagCondition(term::TermManager& terms, const Dag& dag, Encoding encoding);

  /// mu_i for each node i except the goal, including `known` of the node; c_root is a conjunct of the root's
  /// clause.
  const term::TermVector& clauses() const { return clauses_; }
  term::Term control(NodeId node) const { return control_[node]; }
  /// A term over the scope of `node`, evaluated in the state of the execution at the node.
  term::Term at(NodeId node, term::Term term) const;
  /// The symbols that Definition 3 calls in-scope at the node, parallel to the node's scope; null if the
  /// value has no symbol of its own.
  const term::TermVector& symbols_at(NodeId node) const { return symbols_[node]; }
  /// encode(u, v): the edge without control variables.
  term::Term encode(std::uint32_t edge) const { return encoded_[edge]; }
  /// Terms over the scope of the edge's source and the edge's inputs, for an execution that takes the edge.
  term::TermVector on(std::uint32_t edge, std::span<const term::Term> terms) const;
  /// The value of a variable of the target's scope after the edge, for an execution that takes the edge.
  term::Term value_after(std::uint32_t edge, term::Term variable) const;
  /// The condition that holds if the edge is taken, in addition to the control variable of its target.
  term::Term chosen(std::uint32_t edge) const { return chosen_[edge]; }
  /// States that at most one edge into the node is chosen; empty if values are not selected by the chosen
  /// edge.
  const term::TermVector& side_conditions(NodeId node) const { return side_conditions_[node]; }
  /// All symbols for which path() needs a value in the model.
  term::TermVector model_symbols() const;
  /// The execution that a model of all clauses describes (Lemma 1).
  DagPath path(const term::Model& model) const;

 private:
  /// Computes the values at a node from those after its incoming edges.
  void enter(NodeId node);
  /// Computes the value of one variable of the scope at a node.
  void meet(NodeId node, std::size_t variable);
  /// Computes the encodings of, and the values after, the edges that leave a node.
  void leave(NodeId node);
  void make_clause(NodeId node);

  term::TermManager& terms_;
  const Dag& dag_;
  Encoding encoding_;
  std::vector<std::vector<std::uint32_t>> incoming_, outgoing_;
  term::TermVector clauses_;
  term::TermVector control_;
  std::vector<term::TermVector> symbols_;
  std::vector<term::Substitution> values_;         ///< by node: variable -> its value there
  std::vector<term::Substitution> input_copies_;   ///< by edge: input -> its copy
  std::vector<term::Substitution> after_;          ///< by edge: updated variable -> its value after the edge
  term::TermVector encoded_;                       ///< by edge
  term::TermVector chosen_;                        ///< by edge: condition that it is taken
  std::vector<term::TermVector> side_conditions_;  ///< by node: at most one edge into it is taken
};

}  // namespace pendulum::interpolation
