// The condition that a DAG of Booleans and bit-vectors has an execution, as clauses in one part per node. The
// part of node u contains, with a variable c_u per node and e per edge (u, v):
//   c_u => known(u),   c_u => or of e,   e => c_v and guard(x_u) and x_v = value(x_u)
// and, for the root, c_u.
//
// The cut at node v puts the parts of the nodes before v into A. It assigns c_v = true, and e = false for
// each edge that passes v, from a node before v to a node after v. Under this assignment A and B share only
// x_v, the variables in scope at v, so an interpolant (smt/cadical/interpolant.h) is a formula over the
// scope; UFO's CLEAN, which eliminates other variables, is not needed. For this, x_v = value(x_u) must not
// contain gates over bits of both nodes.
//
// The interpolants I_v of one refutation are labels. Let (u, v) be an edge and pi the union of the
// assignments of both cuts, of e = true and c = false for the edge and for the nodes between u and v. By
// induction over the refutation, for each clause K that pi does not satisfy, under pi,
//   I_u(K) and the parts of u to v - 1 imply I_v(K) or a literal of K that is not local to A at u but at v.
// Input clauses: the part decides which of I_u, I_v is true or a disjunction of literals of K. Resolution on
// an unassigned pivot: if it is local to A at u, it is local at v; so the operators are (or, or), (and, and),
// or (and, or), where in the last case the pivot is one of the literals. On a pivot that is only assigned at
// u, the operator at v is "or"; if only at v, the operator at u is "and"; the premise that the assignment
// selects suffices. For the empty clause: label u and the edge imply label v.
#pragma once

#include "interpolation/dag/dag_condition.h"
#include "smt/cadical/bit_blaster.h"
#include "smt/cadical/interpolant.h"

namespace pendulum::interpolation {

class DagClauses {
 public:
  /// Requires: is_bit_level(dag), and `dag` outlives this object.
  DagClauses(term::TermManager& terms, const Dag& dag);

  const std::vector<smt::Clause>& clauses() const { return clauses_; }
  int num_variables() const { return static_cast<int>(owners_.size()) - 1; }
  /// The cut at a node that is neither root nor goal.
  smt::Cut cut(NodeId node) const;
  /// The execution that a model of the clauses describes; `model` has a value for each variable.
  DagPath path(const std::vector<bool>& model) const;

 private:
  void add_clause(smt::Clause clause);
  void add_node(NodeId node, std::span<const std::uint32_t> edges);
  void add_edge(std::uint32_t edge);
  /// Adds that the literal implies the formula.
  void add_implied(smt::Literal condition, term::Term formula);
  /// Makes the node the owner of all variables that have no owner yet.
  void own_new_variables(NodeId node);
  smt::Word bits(term::Term term);
  term::Term value(term::Term symbol, const std::vector<bool>& model) const;
  /// The formulas of bits().
  term::TermVector bit_terms(term::Term term) const;

  term::TermManager& terms_;
  const Dag& dag_;
  DagCondition condition_;
  smt::Circuit circuit_;
  smt::BitBlaster blaster_;
  std::vector<smt::Clause> clauses_;
  std::vector<NodeId> parts_;             ///< by clause
  NodeId part_ = 0;                       ///< of the clauses that are added
  std::vector<NodeId> owners_;            ///< by variable: v for c_v and x_v, u for other variables of part u
  std::vector<smt::Literal> node_taken_;  ///< c, by node
  std::vector<smt::Literal> edge_taken_;  ///< e, by edge
  std::vector<std::vector<smt::Word>> values_;  ///< by node: the bits of each variable of the scope
};

/// Whether all terms of the DAG are Booleans and bit-vectors without quantifiers and functions.
bool is_bit_level(const Dag& dag);

}  // namespace pendulum::interpolation
