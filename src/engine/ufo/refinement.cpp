#include "engine/ufo/refinement.h"

#include <algorithm>
#include <map>

#include "base/budget.h"
#include "base/check.h"
#include "engine/prepared_program.h"
#include "interpolation/check_labels.h"
#include "term/traverse.h"

namespace pendulum::engine::ufo {

using arg::ArgEdgeId;
using arg::NodeId;
using interpolation::Method;
using smt::SatResult;
using term::Term;

namespace {

/// Time limit of the first attempt to find labels, before the query: most refinements take less.
constexpr std::chrono::milliseconds first_limit{500};
/// A solver that gets the remaining time in whole milliseconds may return this much earlier than the limit.
constexpr std::chrono::milliseconds rounding{2};
/// The query gets 1/2 of the time of the labels, which decide the same question and are needed anyway.
constexpr unsigned query_share = 2;
/// An interpolation procedure gets 1/2 of the remaining time, because another one may have to follow.
constexpr unsigned method_share = 2;
/// The query after a procedure has failed gets 1/3, because both may have to be repeated.
constexpr unsigned check_share = 3;
/// The time of which they get their share if the task has no deadline.
constexpr std::chrono::minutes assumed_time{10};

}  // namespace

Scopes make_scopes(const program::Program& program, Term known) {
  term::TermMap<term::TermVector> facts;  // by variable
  for (const Term fact : term::conjuncts(known)) {
    const term::TermVector symbols = term::symbols(fact);
    if (symbols.size() == 1) facts[symbols.front()].push_back(fact);
  }
  Scopes scopes;
  scopes.live = program::live_variables(program);
  for (const term::TermVector& live : scopes.live) {
    term::TermVector parts;
    for (const Term variable : live) {
      const auto found = facts.find(variable);
      if (found != facts.end()) parts.insert(parts.end(), found->second.begin(), found->second.end());
    }
    scopes.known.push_back(program.terms().mk_and(parts));
  }
  return scopes;
}

Refinement::Refinement(const arg::Arg& arg, const Expansion& expansion, const Scopes& scopes,
                       std::string logic, Env& env, const std::string& prefix)
    : arg_(arg),
      expansion_(expansion),
      scopes_(scopes),
      logic_(logic),
      env_(env),
      prefix_(prefix),
      context_{env.terms,
               env.solvers,
               env.stop,
               env.statistics,
               std::move(logic),
               env.seed,
               env.settings.is_on("ufo.prune")},
      policy_(env.settings.word("ufo.labels") == "conjoin" ? LabelPolicy::Conjoin : LabelPolicy::Replace),
      iterations_(env.settings.word("ufo.iterations") == "exact" ? Iterations::Exact
                                                                 : Iterations::Cumulative),
      checks_labels_(env.settings.is_on("ufo.check_interpolants")),
      methods_(interpolation::methods_from(env.settings.word("ufo.interpolation"), logic_)) {
  skip_.guard = env.terms.mk_true();
  PENDULUM_CHECK(!methods_.empty(), "there should be an interpolation procedure");
  PENDULUM_CHECK(
      scopes_.live.size() == arg.program().locations().size() && scopes_.known.size() == scopes_.live.size(),
      "every location should have a scope");
}

Refinement::~Refinement() = default;

RefinementOutcome Refinement::run(NodeId error) {
  PENDULUM_CHECK(arg_.node(error).location == arg_.program().error(),
                 "the refined node should be at the error");
  const ErrorDag dag = make_dag(error);
  env_.statistics.counter(prefix_ + "dag_nodes") += dag.nodes.size();
  double& query_time = env_.statistics.seconds(prefix_ + "query_time");
  double& label_time = env_.statistics.seconds(prefix_ + "interpolation_time");
  const double query_before = query_time, labels_before = label_time;
  query_.reset();
  is_refuted_ = false;
  if (arg_.log() != nullptr) {
    query_ = std::make_unique<ArgQuery>(arg_, dag, env_);
    arg_.log()->add(arg::RefinementStarted{dag.nodes, {query_->formula()}});
  }
  const interpolation::Dag labelled = iterations_ == Iterations::Cumulative ? with_skips(dag) : dag.dag;
  auto outcome = alternate(dag, labelled);
  if (!outcome) outcome = label_otherwise(dag, labelled);
  query_.reset();
  env_.logger.decision("refinement {}: {} nodes, query {:.3f} s, interpolation {:.3f} s",
                       env_.statistics.counter(prefix_ + "refinements"), dag.nodes.size(),
                       query_time - query_before, label_time - labels_before);
  return std::move(*outcome);
}

std::optional<RefinementOutcome> Refinement::alternate(const ErrorDag& dag,
                                                       const interpolation::Dag& labelled) {
  const auto end = base::Clock::now() + share_of_time(method_share);
  for (std::chrono::milliseconds limit = first_limit;; limit *= 2) {
    const auto start = base::Clock::now();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - start);
    if (left.count() <= 0) return std::nullopt;
    const auto labelling = is_refuted_ ? left : std::min(limit, left);
    if (auto outcome = try_method(methods_.front(), dag, labelled, labelling)) return outcome;
    // A procedure that fails early does not need more time.
    if (base::Clock::now() - start < labelling - rounding) return std::nullopt;
    if (auto outcome = check(dag, limit / query_share)) return outcome;
  }
}

ErrorDag Refinement::make_dag(NodeId error) const {
  std::vector<bool> reaches(arg_.nodes().size());
  reaches[error] = true;
  const std::vector<NodeId> order = arg_.topological_order();
  const auto is_kept = [&](ArgEdgeId edge) { return reaches[arg_.edge(edge).target]; };
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    if (expansion_.is_visited(*node))
      reaches[*node] = reaches[*node] || std::ranges::any_of(arg_.node(*node).outgoing, is_kept);

  ErrorDag result;
  std::vector<interpolation::NodeId> image(arg_.nodes().size());
  for (const NodeId node : order)
    if (reaches[node] && node != error) result.nodes.push_back(node);
  result.nodes.push_back(error);
  PENDULUM_CHECK(result.nodes.front() == arg_.root(), "the error should be reached from the root");
  for (interpolation::NodeId i = 0; i < result.nodes.size(); ++i) image[result.nodes[i]] = i;
  for (const NodeId node : result.nodes) {
    const program::LocationId location = arg_.node(node).location;
    Term known = scopes_.known[location];
    if (policy_ == LabelPolicy::Conjoin && node != error)
      known = env_.terms.mk_and(known, arg_.node(node).label);
    result.dag.nodes.push_back({scopes_.live[location], known, location});
  }
  for (const NodeId node : result.nodes) {
    std::vector<ArgEdgeId> edges;
    std::ranges::copy_if(arg_.node(node).outgoing, std::back_inserter(edges), is_kept);
    std::ranges::stable_sort(edges, {}, [&](ArgEdgeId edge) { return image[arg_.edge(edge).target]; });
    for (const ArgEdgeId id : edges) {
      const arg::ArgEdge& edge = arg_.edge(id);
      result.dag.edges.push_back({image[edge.source], image[edge.target], &arg_.program().edge(edge.action)});
      result.edges.push_back(id);
    }
  }
  return result;
}

std::optional<RefinementOutcome> Refinement::check(const ErrorDag& dag, std::chrono::milliseconds limit) {
  if (is_refuted_) return std::nullopt;
  const base::ScopedTimer timer(env_.statistics.seconds(prefix_ + "query_time"));
  ++env_.statistics.counter(prefix_ + "queries");
  if (!query_) query_ = std::make_unique<ArgQuery>(arg_, dag, env_);
  switch (query_->check(limit)) {
    case SatResult::Sat:
      return Feasible{dag, query_->path()};
    case SatResult::Unsat:
      is_refuted_ = true;
      return std::nullopt;
    case SatResult::Unknown:
      env_.stop.throw_if_stopped();
      return std::nullopt;
  }
  PENDULUM_UNREACHABLE();
}

RefinementOutcome Refinement::label_otherwise(const ErrorDag& dag, const interpolation::Dag& labelled) {
  for (std::size_t i = 1; i < methods_.size(); ++i) {
    ++env_.statistics.counter(prefix_ + "interpolation_failures");  // of the procedure before
    if (auto outcome = check(dag, share_of_time(check_share))) return std::move(*outcome);
    if (auto outcome = try_method(methods_[i], dag, labelled, share_of_time(method_share)))
      return std::move(*outcome);
  }
  return Undecided{"no interpolation procedure succeeds; the last one: " + last_failure_};
}

std::chrono::milliseconds Refinement::share_of_time(unsigned denominator) const {
  return *base::Budget::share(env_.stop, 1, denominator, "refinement", assumed_time).remaining();
}

interpolation::Dag Refinement::with_skips(const ErrorDag& dag) const {
  std::map<NodeId, interpolation::NodeId> image;
  for (interpolation::NodeId i = 0; i < dag.nodes.size(); ++i) image.emplace(dag.nodes[i], i);
  interpolation::Dag result = dag.dag;
  for (const auto& [node, id] : image) {
    const std::optional<NodeId> before = expansion_.head_before(node);
    if (before && image.contains(*before)) result.edges.push_back({image.at(*before), id, &skip_});
  }
  std::ranges::stable_sort(result.edges, {}, [](const interpolation::DagEdge& edge) {
    return std::pair(edge.source, edge.target);
  });
  return result;
}

namespace {

/// The path without its skip edges, as a path of the DAG without skip edges.
interpolation::DagPath without_skips(const interpolation::DagPath& path, const interpolation::Dag& with,
                                     const interpolation::Dag& without, const program::Edge& skip) {
  interpolation::DagPath result;
  interpolation::NodeId at = without.root();
  for (const interpolation::DagPath::Step& step : path.steps) {
    const interpolation::DagEdge& taken = with.edges[step.edge];
    if (taken.action == &skip) continue;
    const auto edge = std::ranges::find_if(without.edges, [&](const interpolation::DagEdge& other) {
      return other.source == at && other.action == taken.action;
    });
    PENDULUM_CHECK(edge != without.edges.end(), "a head should have the edges of the next iteration's head");
    result.steps.push_back({static_cast<std::uint32_t>(edge - without.edges.begin()), step.inputs});
    at = edge->target;
  }
  return result;
}

}  // namespace

std::optional<RefinementOutcome> Refinement::try_method(Method method, const ErrorDag& dag,
                                                        const interpolation::Dag& labelled,
                                                        std::chrono::milliseconds limit) {
  const base::ScopedTimer timer(env_.statistics.seconds(prefix_ + "interpolation_time"));
  auto& interpolator = interpolators_[method];
  if (!interpolator) interpolator = interpolation::make_interpolator(method, context_);
  interpolation::Outcome outcome = interpolator->label(labelled, limit);
  env_.stop.throw_if_stopped();
  if (const auto* labels = std::get_if<interpolation::Labels>(&outcome)) {
    if (!checks_labels_ || are_right(labelled, *labels, interpolator->name()))
      return Refuted{to_node_labels(dag, *labels)};
    return std::nullopt;
  }
  auto& failure = std::get<interpolation::Failure>(outcome);
  if (failure.path) return Feasible{dag, without_skips(*failure.path, labelled, dag.dag, skip_)};
  last_failure_ = std::string(interpolator->name()) + ": " + failure.reason;
  env_.logger.decision("interpolation by {}", last_failure_);
  return std::nullopt;
}

NodeLabels Refinement::to_node_labels(const ErrorDag& dag, const interpolation::Labels& labels) const {
  NodeLabels result(arg_.nodes().size());
  PENDULUM_CHECK(labels.size() == dag.nodes.size(), "every node of the DAG should have a label");
  PENDULUM_CHECK(labels.front().is_true() && labels.back().is_false(),
                 "the labels of a DAG should lead from true to false");
  for (std::size_t i = 0; i < dag.nodes.size(); ++i) {
    const NodeId node = dag.nodes[i];
    const bool is_conjoined = policy_ == LabelPolicy::Conjoin && i + 1 < dag.nodes.size();
    result[node] = is_conjoined ? env_.terms.mk_and(arg_.node(node).label, labels[i]) : labels[i];
  }
  return result;
}

bool Refinement::are_right(const interpolation::Dag& dag, const interpolation::Labels& labels,
                           std::string_view method) {
  const auto fault = interpolation::check_labels(dag, labels, context_);
  if (!fault) return true;
  env_.logger.warn("labels from {} are not accepted: {}", method, *fault);
  ++env_.statistics.counter(prefix_ + "rejected_interpolants");
  last_failure_ = *fault;
  return false;
}

}  // namespace pendulum::engine::ufo
