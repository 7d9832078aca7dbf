// The condition that a DAG has a run, UFO section 5, equations (1) and (2):
//   ArgCond = c_1 and mu_1 and ... and mu_n,   mu_i = (c_i => or over edges (i, w) of (c_w and encode(i, w)))
// with a control variable c_v per node. encode() is the SSA-based encoding that UFO uses in practice (its
// [18]): a node with one incoming edge has the values that the edge gives it, by substitution; a node where
// edges meet gets a symbol x_v for each variable of its scope whose values differ, and encode(u, v) equates.
// Arrays never are equated that way, because reads over choices can be expanded (smt/expansion.h) and
// equalities of arrays cannot: where different arrays meet, the value is chosen by the edge that is taken.
#pragma once

#include "interpolation/dag.h"

namespace pendulum::interpolation {

class DagCondition {
 public:
  /// How the values of variables travel. Symbols: every variable in scope of every node has its own symbol,
  /// as in Definition 3; Substituted: symbols only where edges meet.
  enum class Encoding { Substituted, Symbols };

  /// `dag` should outlive this.
  DagCondition(term::TermManager& terms, const Dag& dag, Encoding encoding);

  /// mu_i for each node i but the goal, `known` of the node included; the root's has c_root as a conjunct.
  const term::TermVector& clauses() const { return clauses_; }
  term::Term control(NodeId node) const { return control_[node]; }
  /// A term over the scope of `node` in the state of the run there.
  term::Term at(NodeId node, term::Term term) const;
  /// The symbols that Definition 3 calls in-scope at the node. Parallel to the node's scope; null where the
  /// value is not a symbol of the node's own.
  const term::TermVector& symbols_at(NodeId node) const { return symbols_[node]; }
  /// encode(u, v): the edge without control variables.
  term::Term encode(std::uint32_t edge) const { return encoded_[edge]; }
  /// Terms over the scope of the edge's source and the edge's inputs, in the state of a run that takes it.
  term::TermVector on(std::uint32_t edge, std::span<const term::Term> terms) const;
  /// What the edge makes of a variable of its target's scope, in the state of a run that takes it.
  term::Term value_after(std::uint32_t edge, term::Term variable) const;
  /// What holds, beside the control variable of its target, when the edge is taken.
  term::Term chosen(std::uint32_t edge) const { return chosen_[edge]; }
  /// At most one edge into the node is chosen; empty where no choice is made.
  const term::TermVector& side_conditions(NodeId node) const { return side_conditions_[node]; }
  /// All symbols that a model must give a value to for path().
  term::TermVector model_symbols() const;
  /// The run that a model of all clauses describes (Lemma 1).
  DagPath path(const term::Model& model) const;

 private:
  void enter(NodeId node);
  void meet(NodeId node, std::size_t variable);
  void leave(NodeId node);
  void make_clause(NodeId node);

  term::TermManager& terms_;
  const Dag& dag_;
  Encoding encoding_;
  std::vector<std::vector<std::uint32_t>> incoming_, outgoing_;
  term::TermVector clauses_;
  term::TermVector control_;
  std::vector<term::TermVector> symbols_;
  std::vector<term::Substitution> values_;         ///< per node: variable -> its value there
  std::vector<term::Substitution> input_copies_;   ///< per edge: input -> its copy
  std::vector<term::Substitution> after_;          ///< per edge: updated variable -> its value after the edge
  term::TermVector encoded_;                       ///< per edge
  term::TermVector chosen_;                        ///< per edge: what says that it is taken
  std::vector<term::TermVector> side_conditions_;  ///< per node: at most one edge into it is taken
};

}  // namespace pendulum::interpolation
