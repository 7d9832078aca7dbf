// Soundness: Spacer's solution is checked (check_labels), because other settings of Spacer returned wrong
// solutions in experiments.
#include "interpolation/chc.h"

#include <algorithm>

#include "base/budget.h"
#include "base/check.h"
#include "interpolation/check_labels.h"
#include "interpolation/core.h"
#include "smt/horn.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;
using term::TermVector;

namespace {

/// The number of edges of the longest path.
unsigned depth(const Dag& dag) {
  std::vector<unsigned> longest(dag.nodes.size(), 0);
  for (const DagEdge& edge : dag.edges)
    longest[edge.target] = std::max(longest[edge.target], longest[edge.source] + 1);
  return longest[dag.goal()];
}

smt::HornClause make_clause(const Dag& dag, const DagEdge& edge, term::TermManager& terms) {
  const auto value_of = [&](Term variable) {
    const auto& updates = edge.action->updates;
    const auto found = std::ranges::find(updates, variable, &program::Assignment::variable);
    return found == updates.end() ? variable : found->value;
  };
  const DagNode& source = dag.nodes[edge.source];
  smt::HornClause clause{.body = {{edge.source, source.scope}},
                         .constraint = terms.mk_and(source.known, edge.action->guard),
                         .head = {edge.target, {}}};
  for (const Term variable : dag.nodes[edge.target].scope)
    clause.head.arguments.push_back(value_of(variable));
  return clause;
}

smt::HornSystem make_system(const Dag& dag, term::TermManager& terms) {
  smt::HornSystem system;
  for (const DagNode& node : dag.nodes) system.predicates.push_back(node.scope);
  system.clauses.push_back({.body = {}, .constraint = terms.mk_true(), .head = {dag.root(), {}}});
  for (const DagEdge& edge : dag.edges) system.clauses.push_back(make_clause(dag, edge, terms));
  system.query = dag.goal();
  return system;
}

class Chc final : public Interpolator {
 public:
  explicit Chc(const Context& context) : context_(context) {}

  std::string_view name() const override { return to_string(Method::Chc); }

  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override {
    const base::ScopedTimer timer(context_.statistics.seconds("interpolation.chc_time"));
    ++context_.statistics.counter("interpolation.chc_calls");
    const base::Budget budget = base::Budget::at_most(context_.stop, limit, "chc");
    // Half of the time remains for Spacer if the core is not found. Not measured.
    const base::Budget for_core = base::Budget::share(budget, 1, 2, "core of chc");
    auto core = restrict_to_core(dag, context_, *for_core.remaining());
    if (auto* failure = std::get_if<Failure>(&core)) {
      if (failure->path) return *failure;
      // Undecided: Spacer may still solve the whole DAG.
      return solve(dag, dag, *budget.remaining());
    }
    return solve(std::get<OwnedDag>(core).dag, dag, *budget.remaining());
  }

 private:
  /// Labels for `part`, which is `dag` or a weaker DAG.
  Outcome solve(const Dag& part, const Dag& dag, std::chrono::milliseconds limit) {
    context_.stop.throw_if_stopped();
    smt::HornAnswer answer =
        context_.solvers.solve_horn(context_.terms, make_system(part, context_.terms),
                                    {.limit = limit, .min_level = depth(part), .seed = context_.seed});
    switch (answer.kind) {
      case smt::HornAnswer::Kind::Derivable:
        return Failure{"Spacer: the DAG is feasible"};
      case smt::HornAnswer::Kind::Unknown:
        context_.stop.throw_if_stopped();
        return Failure{"Spacer: " + answer.reason};
      case smt::HornAnswer::Kind::Solved:
        break;
    }
    Labels labels = std::move(answer.solution);
    PENDULUM_CHECK(labels.size() == dag.nodes.size(),
                   "each of the {} predicates should have a solution, not {}", dag.nodes.size(),
                   labels.size());
    labels[dag.root()] = context_.terms.mk_true();
    labels[dag.goal()] = context_.terms.mk_false();
    if (const auto wrong = check_labels(dag, labels, context_)) return Failure{"Spacer's labels: " + *wrong};
    return labels;
  }

  Context context_;
};

}  // namespace

std::unique_ptr<Interpolator> make_chc(const Context& context) {
  return std::make_unique<Chc>(context);
}

}  // namespace pendulum::interpolation
