#include "interpolation/dag/dag_clauses.h"

#include <algorithm>

#include "base/check.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using smt::Circuit;
using smt::Literal;
using term::Term;
using term::TermVector;

DagClauses::DagClauses(term::TermManager& terms, const Dag& dag)
    : terms_(terms),
      dag_(dag),
      condition_(terms, dag, DagCondition::Encoding::Symbols),
      circuit_([this](std::span<const Literal> clause) { add_clause({clause.begin(), clause.end()}); }),
      blaster_(terms, circuit_),
      edge_taken_(dag.edges.size()),
      values_(dag.nodes.size()) {
  for (NodeId node = 0; node < dag.nodes.size(); ++node) {
    node_taken_.push_back(circuit_.fresh());
    for (const Term symbol : condition_.symbols_at(node)) values_[node].push_back(bits(symbol));
    own_new_variables(node);
  }
  const auto outgoing = outgoing_edges(dag);
  for (part_ = 0; part_ < dag.goal(); ++part_) {
    add_node(part_, outgoing[part_]);
    own_new_variables(part_);
  }
}

void DagClauses::own_new_variables(NodeId node) {
  // fresh() is the only way to learn how many variables the circuit has; the variable is not used.
  owners_.resize(static_cast<std::size_t>(circuit_.fresh()) + 1, node);
}

/// Constants are removed, because the variable of the constant true would be shared by all parts.
void DagClauses::add_clause(smt::Clause clause) {
  if (std::ranges::find(clause, Circuit::truth) != clause.end()) return;
  std::erase(clause, Circuit::falsity);
  clauses_.push_back(std::move(clause));
  parts_.push_back(part_);
}

TermVector DagClauses::bit_terms(Term term) const {
  if (term.sort().is_bool()) return {term};
  TermVector result;
  for (std::uint32_t i = 0; i < term.sort().width(); ++i)
    result.push_back(terms_.mk_eq(terms_.mk_extract(term, i, i), terms_.mk_bv(1, 1)));
  return result;
}

smt::Word DagClauses::bits(Term term) {
  smt::Word result;
  for (const Term bit : bit_terms(term)) result.push_back(blaster_.blast(bit));
  return result;
}

void DagClauses::add_implied(Literal condition, Term formula) {
  for (const Term conjunct : term::conjuncts(formula)) {
    smt::Clause clause{-condition};
    for (const Term disjunct : term::disjuncts(conjunct)) clause.push_back(blaster_.blast(disjunct));
    add_clause(std::move(clause));
  }
}

void DagClauses::add_node(NodeId node, std::span<const std::uint32_t> edges) {
  if (node == dag_.root()) add_clause({node_taken_[node]});
  add_implied(node_taken_[node], condition_.at(node, dag_.nodes[node].known));
  smt::Clause some_edge{-node_taken_[node]};
  for (const std::uint32_t edge : edges) {
    add_edge(edge);
    some_edge.push_back(edge_taken_[edge]);
  }
  add_clause(std::move(some_edge));
}

void DagClauses::add_edge(std::uint32_t edge) {
  const Literal taken = edge_taken_[edge] = circuit_.fresh();
  const NodeId target = dag_.edges[edge].target;
  add_clause({-taken, node_taken_[target]});
  add_implied(taken, condition_.on(edge, TermVector{dag_.edges[edge].action->guard}).front());
  const TermVector& scope = dag_.nodes[target].scope;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const smt::Word before = bits(condition_.value_after(edge, scope[i]));
    const smt::Word& after = values_[target][i];
    for (std::size_t k = 0; k < before.size(); ++k) {
      add_clause({-taken, -after[k], before[k]});
      add_clause({-taken, after[k], -before[k]});
    }
  }
}

smt::Cut DagClauses::cut(NodeId node) const {
  PENDULUM_CHECK(dag_.root() < node && node < dag_.goal(), "node {} should be an inner node", node);
  smt::Cut cut;
  for (const NodeId part : parts_) cut.is_in_a.push_back(part < node);
  for (const NodeId owner : owners_) cut.is_local_to_a.push_back(owner < node);
  cut.assigned.resize(owners_.size(), 0);
  cut.assigned[static_cast<std::size_t>(node_taken_[node])] = 1;
  for (std::size_t edge = 0; edge < dag_.edges.size(); ++edge)
    if (dag_.edges[edge].source < node && node < dag_.edges[edge].target)
      cut.assigned[static_cast<std::size_t>(edge_taken_[edge])] = -1;
  for (std::size_t i = 0; i < values_[node].size(); ++i) {
    const TermVector formulas = bit_terms(dag_.nodes[node].scope[i]);
    for (std::size_t k = 0; k < formulas.size(); ++k) cut.shared.emplace(values_[node][i][k], formulas[k]);
  }
  return cut;
}

Term DagClauses::value(Term symbol, const std::vector<bool>& model) const {
  mpz_class number;
  const smt::Word& word = blaster_.bits_of(symbol);
  for (std::size_t i = 0; i < word.size(); ++i)
    if (model[static_cast<std::size_t>(word[i])]) mpz_setbit(number.get_mpz_t(), i);
  return symbol.sort().is_bool() ? terms_.mk_bool(number != 0) : terms_.mk_bv(number, symbol.sort().width());
}

DagPath DagClauses::path(const std::vector<bool>& model) const {
  term::Model values;
  for (const Term symbol : condition_.model_symbols()) values.emplace(symbol, value(symbol, model));
  for (NodeId node = 0; node < dag_.nodes.size(); ++node)
    values[condition_.control(node)] = terms_.mk_bool(model[static_cast<std::size_t>(node_taken_[node])]);
  return condition_.path(values);
}

bool is_bit_level(const Dag& dag) {
  TermVector all;
  for (const DagNode& node : dag.nodes) {
    all.push_back(node.known);
    all.insert(all.end(), node.scope.begin(), node.scope.end());
  }
  for (const DagEdge& edge : dag.edges) {
    all.push_back(edge.action->guard);
    for (const program::Assignment& update : edge.action->updates) all.push_back(update.value);
  }
  return std::ranges::all_of(term::subterms(all), [](Term term) {
    if (!term.sort().is_bool() && !term.sort().is_bitvec()) return false;
    return term.is_symbol() || term.is_value() || term::is_core(term.kind()) ||
           term::is_bitvec_operator(term.kind()) || term::is_float_operator(term.kind());
  });
}

}  // namespace pendulum::interpolation
