// Test fixture of this folder: a context, a builder of small DAGs, and executions of DAGs.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/statistics.h"
#include "base/stop.h"
#include "interpolation/check_labels.h"
#include "interpolation/interpolation.h"
#include "smt/factory/factory.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

inline constexpr std::chrono::milliseconds test_limit{20'000};
inline constexpr Method all_methods[] = {Method::Cubes, Method::Chc, Method::Sequence, Method::Newton,
                                         Method::Core};

/// Edges as the test specifies them; scopes are the live variables.
class DagMaker {
 public:
  DagMaker(term::TermManager& terms, std::size_t nodes) : terms_(terms) {
    owned_.dag.nodes.resize(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
      owned_.dag.nodes[i] = {
          .scope = {}, .known = terms.mk_true(), .location = static_cast<std::uint32_t>(i)};
  }

  void edge(NodeId source, NodeId target, term::Term guard, std::vector<program::Assignment> updates = {},
            const term::TermVector& inputs = {}) {
    auto action = std::make_unique<program::Edge>();
    action->guard = guard;
    action->updates = std::move(updates);
    std::ranges::sort(action->updates, {}, &program::Assignment::variable);
    for (const term::Term input : inputs) action->inputs.push_back({input, {}});
    owned_.dag.edges.push_back({source, target, action.get()});
    owned_.actions.push_back(std::move(action));
  }
  void known(NodeId node, term::Term term) { owned_.dag.nodes[node].known = term; }

  OwnedDag finish() {
    Dag& dag = owned_.dag;
    std::ranges::stable_sort(dag.edges, {}, [](const DagEdge& e) { return std::pair(e.source, e.target); });
    std::vector<std::set<term::Term>> live(dag.nodes.size());
    for (std::size_t i = dag.edges.size(); i-- > 0;) add_live(dag.edges[i], live);
    for (std::size_t i = 0; i < dag.nodes.size(); ++i)
      dag.nodes[i].scope.assign(live[i].begin(), live[i].end());
    verify_dag(dag);
    return std::move(owned_);
  }

 private:
  void add_live(const DagEdge& edge, std::vector<std::set<term::Term>>& live) {
    // Every edge that leaves the target comes later in the order, so live[target] lacks only `known`.
    for (const term::Term symbol : term::symbols(owned_.dag.nodes[edge.target].known))
      live[edge.target].insert(symbol);
    term::TermVector read{edge.action->guard, owned_.dag.nodes[edge.source].known};
    for (const term::Term variable : live[edge.target]) {
      const auto& updates = edge.action->updates;
      const auto found = std::ranges::find(updates, variable, &program::Assignment::variable);
      read.push_back(found == updates.end() ? variable : found->value);
    }
    for (const term::Term symbol : term::symbols(read))
      if (std::ranges::find(edge.action->inputs, symbol, &program::Input::symbol) ==
          edge.action->inputs.end())
        live[edge.source].insert(symbol);
  }

  term::TermManager& terms_;
  OwnedDag owned_;
};

class InterpolationTest : public ::testing::Test {
 protected:
  term::Term integer(const std::string& name) { return terms.mk_symbol(name, terms.int_sort()); }
  term::Term bitvec(const std::string& name, unsigned width = 8) {
    return terms.mk_symbol(name, terms.bitvec_sort(width));
  }
  term::Term number(std::int64_t value) { return terms.mk_int(value); }
  term::Term add(term::Term a, std::int64_t value) { return terms.mk_add(a, number(value)); }

  Context context(const std::string& logic = {}) { return {terms, *solvers, stop, statistics, logic, 0}; }

  Outcome label(Method method, const Dag& dag, std::chrono::milliseconds limit = test_limit) {
    return make_interpolator(method, context())->label(dag, limit);
  }

  /// The labels, which have to be right; empty if there are none.
  Labels expect_labels(Method method, const Dag& dag) {
    const Outcome outcome = label(method, dag);
    if (const auto* failure = std::get_if<Failure>(&outcome)) {
      ADD_FAILURE() << to_string(method) << ": " << failure->reason;
      return {};
    }
    const Labels& labels = std::get<Labels>(outcome);
    EXPECT_EQ(check_labels(dag, labels, context()), std::nullopt) << to_string(method);
    return labels;
  }

  bool is_valid(term::Term term) {
    const auto solver = solvers->make(terms, {.backend = smt::Backend::Cvc5});
    solver->set_time_limit(std::chrono::seconds(5));
    return solver->check(term::TermVector{terms.mk_not(term)}) == smt::SatResult::Unsat;
  }

  /// Returns whether the path is an execution of the DAG, without a solver.
  bool is_execution(const Dag& dag, const DagPath& path) {
    term::Model state;
    NodeId node = dag.root();
    for (const DagPath::Step& step : path.steps) {
      const DagEdge& edge = dag.edges[step.edge];
      if (edge.source != node) return false;
      node = edge.target;
      term::Model before = state;
      for (const auto& [input, value] : step.inputs) before[input] = value;
      if (!term::evaluate(terms, edge.action->guard, before).is_true()) return false;
      for (const program::Assignment& update : edge.action->updates)
        state[update.variable] = term::evaluate(terms, update.value, before);
    }
    return node == dag.goal();
  }

  term::TermManager terms;
  base::StopToken stop;
  base::Statistics statistics;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
};

}  // namespace pendulum::interpolation
