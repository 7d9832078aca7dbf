#include "interpolation/dag/dag_condition.h"

#include <algorithm>

#include "base/check.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;

DagCondition::DagCondition(term::TermManager& terms, const Dag& dag, Encoding encoding)
    : terms_(terms),
      dag_(dag),
      encoding_(encoding),
      incoming_(incoming_edges(dag)),
      outgoing_(outgoing_edges(dag)),
      symbols_(dag.nodes.size()),
      values_(dag.nodes.size()),
      input_copies_(dag.edges.size()),
      after_(dag.edges.size()),
      encoded_(dag.edges.size()),
      chosen_(dag.edges.size()),
      side_conditions_(dag.nodes.size()) {
  for (NodeId node = 0; node < dag.nodes.size(); ++node)
    control_.push_back(terms.mk_fresh("c", terms.bool_sort()));
  for (NodeId node = 0; node < dag.nodes.size(); ++node) {
    enter(node);
    leave(node);
  }
  for (NodeId node = 0; node < dag.goal(); ++node) make_clause(node);
}

Term DagCondition::value_after(std::uint32_t edge, Term variable) const {
  PENDULUM_DCHECK(edge < after_.size(), "edge {} should exist", edge);
  if (auto found = after_[edge].find(variable); found != after_[edge].end()) return found->second;
  // The edge does not assign the variable, so it is live, and in scope, at the source.
  return values_[dag_.edges[edge].source].at(variable);
}

void DagCondition::enter(NodeId node) {
  for (const std::uint32_t edge : incoming_[node]) chosen_[edge] = control_[node];
  const term::TermVector& scope = dag_.nodes[node].scope;
  symbols_[node].resize(scope.size());
  for (std::size_t i = 0; i < scope.size(); ++i) meet(node, i);
  for (const std::uint32_t edge : incoming_[node]) {
    term::TermVector parts{encoded_[edge]};
    for (std::size_t i = 0; i < scope.size(); ++i)
      if (symbols_[node][i]) parts.push_back(terms_.mk_eq(symbols_[node][i], value_after(edge, scope[i])));
    encoded_[edge] = terms_.mk_and(parts);
  }
}

void DagCondition::meet(NodeId node, std::size_t variable) {
  const Term symbol = dag_.nodes[node].scope[variable];
  const std::vector<std::uint32_t>& edges = incoming_[node];
  PENDULUM_CHECK(!edges.empty(), "{} should not be in scope at node {}, which no edge enters", symbol.name(),
                 node);
  Term& value = values_[node][symbol];
  const auto is_same = [&](std::uint32_t edge) {
    return value_after(edge, symbol) == value_after(edges.front(), symbol);
  };
  if (encoding_ == Encoding::Substituted && std::ranges::all_of(edges, is_same)) {
    value = value_after(edges.front(), symbol);
    return;
  }
  if (encoding_ == Encoding::Substituted && symbol.sort().is_array()) {
    if (side_conditions_[node].empty()) {
      for (const std::uint32_t edge : edges) chosen_[edge] = terms_.mk_fresh("e", terms_.bool_sort());
      for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          side_conditions_[node].push_back(
              terms_.mk_not(terms_.mk_and(chosen_[edges[i]], chosen_[edges[j]])));
    }
    value = value_after(edges.back(), symbol);
    for (std::size_t i = edges.size() - 1; i-- > 0;)
      value = terms_.mk_ite(chosen_[edges[i]], value_after(edges[i], symbol), value);
    return;
  }
  value = symbols_[node][variable] = terms_.mk_fresh(symbol.name(), symbol.sort());
}

void DagCondition::leave(NodeId node) {
  for (const std::uint32_t edge : outgoing_[node]) {
    const program::Edge& action = *dag_.edges[edge].action;
    term::Substitution map = values_[node];
    for (const program::Input& input : action.inputs) {
      const Term copy = terms_.mk_fresh(input.symbol.name(), input.symbol.sort());
      input_copies_[edge].emplace(input.symbol, copy);
      map.emplace(input.symbol, copy);
    }
    term::Substituter substitute(terms_, map);
    encoded_[edge] = substitute(action.guard);
    for (const program::Assignment& update : action.updates)
      after_[edge].emplace(update.variable, substitute(update.value));
  }
}

void DagCondition::make_clause(NodeId node) {
  term::TermVector arrivals;
  for (const std::uint32_t edge : outgoing_[node]) {
    const Term arrived = control_[dag_.edges[edge].target];
    arrivals.push_back(terms_.mk_and({arrived, chosen_[edge], encoded_[edge]}));
  }
  const Term here = terms_.mk_and(at(node, dag_.nodes[node].known), terms_.mk_or(arrivals));
  term::TermVector parts = side_conditions_[node];
  parts.push_back(node == dag_.root() ? terms_.mk_and(control_[node], here)
                                      : terms_.mk_implies(control_[node], here));
  // The goal has no clause, so its side conditions are added to the root's clause.
  if (node == dag_.root())
    parts.insert(parts.end(), side_conditions_[dag_.goal()].begin(), side_conditions_[dag_.goal()].end());
  clauses_.push_back(terms_.mk_and(parts));
}

Term DagCondition::at(NodeId node, Term term) const {
  PENDULUM_DCHECK(std::ranges::includes(dag_.nodes[node].scope, term::symbols(term)),
                  "a formula at node {} should be over its scope", node);
  return term::substitute(terms_, term, values_[node]);
}

term::TermVector DagCondition::on(std::uint32_t edge, std::span<const Term> terms) const {
  PENDULUM_CHECK(edge < dag_.edges.size(), "edge {} should exist", edge);
  term::Substitution map = values_[dag_.edges[edge].source];
  map.insert(input_copies_[edge].begin(), input_copies_[edge].end());
  term::Substituter substitute(terms_, map);
  term::TermVector result;
  for (const Term term : terms) result.push_back(substitute(term));
  return result;
}

term::TermVector DagCondition::model_symbols() const {
  return term::symbols(clauses_);
}

DagPath DagCondition::path(const term::Model& model) const {
  term::Evaluator evaluate(terms_, model);
  DagPath path;
  for (NodeId node = dag_.root(); node != dag_.goal(); node = dag_.edges[path.steps.back().edge].target) {
    const auto taken = std::ranges::find_if(outgoing_[node], [&](std::uint32_t edge) {
      const Term arrived = control_[dag_.edges[edge].target];
      return evaluate(terms_.mk_and({arrived, chosen_[edge], encoded_[edge]})).is_true();
    });
    PENDULUM_CHECK(taken != outgoing_[node].end(), "a model of the condition should describe an execution");
    DagPath::Step step{*taken, {}};
    for (const auto& [input, copy] : input_copies_[*taken]) step.inputs.emplace(input, evaluate(copy));
    path.steps.push_back(std::move(step));
    PENDULUM_CHECK(path.steps.size() < dag_.nodes.size(), "an execution should visit each node at most once");
  }
  return path;
}

}  // namespace pendulum::interpolation
