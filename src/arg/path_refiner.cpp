#include "arg/path_refiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "base/budget.h"
#include "base/check.h"
#include "interpolation/dag/dag_condition.h"
#include "term/traverse.h"

namespace pendulum::arg {

namespace {

using interpolation::Dag;
using interpolation::DagCondition;
using interpolation::DagNode;
using smt::SatResult;
using std::chrono::milliseconds;
using term::Term;
using term::TermVector;

/// Time limit of an attempt to prove a forced cover, which must not cost more than continuing without it.
constexpr milliseconds attempt_limit{1000};
/// Time limit of the first attempt to decide a path in one way before the other way is tried. Most paths are
/// decided within it.
constexpr milliseconds first_limit{250};
/// Factor between the time limits of successive rounds.
constexpr int growth = 2;
/// Number of paths that one solver decides. The conditions of two paths have no symbol in common, so nothing
/// is gained from earlier paths, and clauses of popped scopes slow CaDiCaL down; on the other hand, making a
/// solver takes Z3 milliseconds.
constexpr unsigned checks_per_solver = 8;
/// The time of which a query gets its share if the task has no deadline.
constexpr std::chrono::minutes assumed_time{20};

/// The conjuncts of `known` over `scope` (ordered).
Term restrict_to(term::TermManager& terms, Term known, const TermVector& scope) {
  TermVector kept;
  for (const Term conjunct : term::conjuncts(known))
    if (std::ranges::includes(scope, term::symbols(conjunct))) kept.push_back(conjunct);
  return terms.mk_and(kept);
}

void add_edge(Dag& dag, const program::Edge* action) {
  const auto last = static_cast<interpolation::NodeId>(dag.nodes.size());
  dag.edges.push_back({last - 1, last, action});
}

}  // namespace

PathRefiner::PathRefiner(const Arg& arg, Parts parts)
    : arg_(arg), parts_(std::move(parts)), live_(program::live_variables(arg.program())) {
  PENDULUM_CHECK(!parts_.interpolators.empty(), "there should be a procedure for interpolation");
  for (const TermVector& live : live_)
    known_at_.push_back(restrict_to(arg.program().terms(), parts_.known, live));
}

void PathRefiner::assume_at(program::LocationId location, const TermVector& facts) {
  PENDULUM_DCHECK(std::ranges::includes(live_[location], term::symbols(facts)),
                  "facts should be over live variables");
  term::TermManager& terms = arg_.program().terms();
  known_at_[location] = terms.mk_and(known_at_[location], terms.mk_and(facts));
}

DagNode PathRefiner::make_node(NodeId id, Assume assume) {
  const Node& node = arg_.node(id);
  const Term known = known_at_[node.location];
  DagNode result;
  result.scope = live_[node.location];
  result.known = assume == Assume::Facts ? known : arg_.program().terms().mk_and(known, node.label);
  result.location = node.location;
  return result;
}

Dag PathRefiner::error_chain(const TreePath& path, Assume assume) {
  Dag dag;
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    if (i > 0) add_edge(dag, &arg_.program().edge(arg_.edge(path.edges[i - 1]).action));
    dag.nodes.push_back(make_node(path.nodes[i], assume));
  }
  return dag;
}

/// The root of the chain precedes the path and its goal follows it; the last edge, into the goal, states that
/// `target` is violated.
Dag PathRefiner::proof_chain(const TreePath& path, Term target) {
  term::TermManager& terms = arg_.program().terms();
  Dag dag;
  const std::uint32_t nowhere = static_cast<std::uint32_t>(arg_.program().locations().size());
  dag.nodes.push_back({{}, terms.mk_true(), nowhere});
  add_edge(dag, start_at(arg_.node(path.nodes.front()).location));
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    if (i > 0) add_edge(dag, &arg_.program().edge(arg_.edge(path.edges[i - 1]).action));
    dag.nodes.push_back(make_node(path.nodes[i], Assume::FactsAndLabels));
  }
  add_edge(dag, finish_with(terms.mk_not(target)));
  dag.nodes.push_back({{}, terms.mk_true(), nowhere + 1});
  return dag;
}

const program::Edge* PathRefiner::start_at(program::LocationId location) {
  std::unique_ptr<program::Edge>& edge = starts_[location];
  if (edge) return edge.get();
  term::TermManager& terms = arg_.program().terms();
  edge = std::make_unique<program::Edge>();
  edge->guard = terms.mk_true();
  for (const Term variable : live_[location]) {
    const Term input = terms.mk_fresh(variable.name(), variable.sort());
    edge->inputs.push_back({input, {}});
    edge->updates.push_back({variable, input});
  }
  return edge.get();
}

const program::Edge* PathRefiner::finish_with(Term guard) {
  std::unique_ptr<program::Edge>& edge = finishes_[guard];
  if (!edge) edge = std::make_unique<program::Edge>(program::Edge{.guard = guard});
  return edge.get();
}

SatResult PathRefiner::check(const Dag& dag, milliseconds limit) {
  const base::ScopedTimer timer(parts_.statistics.seconds(parts_.prefix + "path_time"));
  ++parts_.statistics.counter(parts_.prefix + "path_checks");
  const DagCondition condition(arg_.program().terms(), dag, DagCondition::Encoding::Substituted);
  if (num_checks_++ % checks_per_solver == 0) solver_ = parts_.make_solver();
  solver_->push();
  for (const Term clause : condition.clauses()) solver_->assert_term(clause);
  solver_->set_time_limit(limit);
  const SatResult result = solver_->check();
  execution_.reset();
  if (result == SatResult::Sat) execution_ = condition.path(solver_->model(condition.model_symbols()));
  solver_->pop();
  PENDULUM_CHECK(!execution_ || execution_->steps.size() == dag.edges.size(),
                 "an execution of a chain should take each edge");
  return result;
}

std::variant<TermVector, std::string> PathRefiner::interpolate(const Dag& dag, std::size_t num_procedures,
                                                               milliseconds limit) {
  const base::ScopedTimer timer(parts_.statistics.seconds(parts_.prefix + "interpolation_time"));
  std::string failures;
  for (const auto& interpolator : parts_.interpolators | std::views::take(num_procedures)) {
    interpolation::Outcome outcome = interpolator->label(dag, limit);
    if (auto* labels = std::get_if<TermVector>(&outcome)) return std::move(*labels);
    parts_.stop.throw_if_stopped();
    ++parts_.statistics.counter(parts_.prefix + "interpolation_failures");
    failures += fmt::format("{}{}: {}", failures.empty() ? "" : "; ", interpolator->name(),
                            std::get<interpolation::Failure>(outcome).reason);
  }
  return failures;
}

milliseconds PathRefiner::share_of_time() const {
  return *base::Budget::share(parts_.stop, 1, 2, "path", assumed_time).remaining();
}

PathRefiner::Outcome PathRefiner::refine(const TreePath& path) {
  PENDULUM_CHECK(path.nodes.size() >= 2 && path.nodes.front() == arg_.root() &&
                     arg_.node(path.nodes.back()).location == arg_.program().error(),
                 "the path should lead from the root to the error");
  if (arg_.log() != nullptr) arg_.log()->add(RefinementStarted{path.nodes, formula(path)});
  Outcome outcome = decide(path);
  if (arg_.log() != nullptr) arg_.log()->add(RefinementEnded{std::holds_alternative<Feasible>(outcome)});
  return outcome;
}

PathRefiner::Outcome PathRefiner::decide(const TreePath& path) {
  const base::Budget budget = base::Budget::share(parts_.stop, 1, 2, "path", assumed_time);
  for (milliseconds limit = first_limit;; limit *= growth) {
    const Way second = first_ == Way::Query ? Way::Interpolation : Way::Query;
    for (const Way way : {first_, second}) {
      if (budget.is_exhausted()) return GaveUp{"neither the solver nor interpolation decided a path"};
      auto outcome = decide_by(way, path, std::min(limit, *budget.remaining()));
      parts_.stop.throw_if_stopped();
      if (!outcome) continue;
      first_ = way;
      return std::move(*outcome);
    }
  }
}

std::optional<PathRefiner::Outcome> PathRefiner::decide_by(Way way, const TreePath& path,
                                                           milliseconds limit) {
  if (way == Way::Query) return query(path, limit);
  auto labels = interpolate(error_chain(path, Assume::Facts), 1, limit);
  if (std::holds_alternative<std::string>(labels)) return std::nullopt;
  return refuted(path, std::move(std::get<TermVector>(labels)));
}

std::optional<PathRefiner::Outcome> PathRefiner::query(const TreePath& path, milliseconds limit) {
  switch (check(error_chain(path, Assume::FactsAndLabels), limit)) {
    case SatResult::Sat:
      return Feasible{std::move(*execution_)};
    case SatResult::Unsat:
      break;
    case SatResult::Unknown:
      return std::nullopt;
  }
  auto labels = interpolate(error_chain(path, Assume::Facts), parts_.interpolators.size(), share_of_time());
  if (auto* reason = std::get_if<std::string>(&labels)) {
    parts_.stop.throw_if_stopped();
    return GaveUp{"interpolation: " + *reason};
  }
  return refuted(path, std::move(std::get<TermVector>(labels)));
}

PathRefiner::Outcome PathRefiner::refuted(const TreePath& path, TermVector labels) const {
  PENDULUM_CHECK(labels.size() == path.nodes.size() && labels.front().is_true() && labels.back().is_false(),
                 "the labels of a path should be one per node, from true to false");
  return Infeasible{std::move(labels)};
}

TermVector PathRefiner::formula(const TreePath& path) const {
  term::TermManager& terms = arg_.program().terms();
  std::map<std::string, unsigned> num_versions;
  term::Substitution current;  // values of variables and of the current edge's inputs
  const auto next_version = [&](Term symbol, const std::string& name) {
    const std::string plain = name.substr(0, name.find('!'));
    return terms.mk_fresh(fmt::format("{}_{}", plain, num_versions[plain]++), symbol.sort());
  };
  TermVector steps;
  for (const ArgEdgeId edge : path.edges) {
    const program::Edge& action = arg_.program().edge(arg_.edge(edge).action);
    for (const program::Input& input : action.inputs)
      current[input.symbol] = next_version(input.symbol, input.symbol.name());
    TermVector parts{term::substitute(terms, action.guard, current)};
    term::Substitution after = current;
    for (const program::Assignment& update : action.updates) {
      const program::Variable& variable =
          arg_.program().variables()[arg_.program().variable_index(update.variable)];
      const std::string& name = variable.source_name.empty() ? update.variable.name() : variable.source_name;
      after[update.variable] = next_version(update.variable, name);
      parts.push_back(terms.mk_eq(after[update.variable], term::substitute(terms, update.value, current)));
    }
    current = std::move(after);
    steps.push_back(terms.mk_and(parts));
  }
  return steps;
}

std::optional<TermVector> PathRefiner::prove_at_end(const TreePath& path, Term target) {
  PENDULUM_CHECK(!path.nodes.empty() && target.sort().is_bool(), "a path should lead to a formula");
  const Dag dag = proof_chain(path, target);
  if (check(dag, attempt_limit) != SatResult::Unsat) return std::nullopt;
  auto labels = interpolate(dag, parts_.interpolators.size(), attempt_limit);
  auto* found = std::get_if<TermVector>(&labels);
  if (found == nullptr) return std::nullopt;
  PENDULUM_CHECK(found->size() == path.nodes.size() + 2, "the chain should have one label per node");
  return TermVector(found->begin() + 1, found->end() - 1);
}

}  // namespace pendulum::arg
