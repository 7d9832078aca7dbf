#include "engine/bit_precise.h"

#include <map>

#include "base/budget.h"
#include "base/check.h"
#include "engine/solvers.h"
#include "interpolation/dag/dag_condition.h"

namespace pendulum::engine {

using interpolation::Dag;
using interpolation::NodeId;
using program::Edge;
using program::LocationId;

namespace {

/// Identifies an edge independently of the theory: source, target, is_unsupported, and an index among the
/// edges that agree in these.
using EdgeName = std::tuple<LocationId, LocationId, bool, unsigned>;

std::map<const Edge*, EdgeName> names_of(const PreparedProgram& prepared) {
  std::map<const Edge*, EdgeName> names;
  std::map<EdgeName, unsigned> count;
  for (const Edge& edge : prepared.program().edges()) {
    EdgeName name{prepared.origin(edge.source), prepared.origin(edge.target), edge.is_unsupported, 0};
    std::get<3>(name) = count[name]++;
    names.emplace(&edge, name);
  }
  return names;
}

/// The nodes that lie on a path from the root to the goal.
std::vector<bool> useful_nodes(const Dag& dag) {
  std::vector<bool> from_root(dag.nodes.size()), to_goal(dag.nodes.size());
  from_root[dag.root()] = to_goal[dag.goal()] = true;
  for (const interpolation::DagEdge& edge : dag.edges)
    if (from_root[edge.source]) from_root[edge.target] = true;
  for (auto edge = dag.edges.rbegin(); edge != dag.edges.rend(); ++edge)
    if (to_goal[edge->target]) to_goal[edge->source] = true;
  for (NodeId node = 0; node < dag.nodes.size(); ++node) to_goal[node] = to_goal[node] && from_root[node];
  return to_goal;
}

}  // namespace

Dag bit_precise_dag(const Dag& dag, const PreparedProgram& integers, const PreparedProgram& bits) {
  PENDULUM_CHECK(!dag.nodes.empty(), "the unwinding should have nodes");
  PENDULUM_CHECK(!bits.is_over_integers(), "the bit-precise program should be over bit-vectors");
  std::map<EdgeName, const Edge*> by_name;
  for (const auto& [edge, name] : names_of(bits)) by_name.emplace(name, edge);
  const auto names = names_of(integers);
  std::map<LocationId, LocationId> image;
  for (LocationId location = 0; location < bits.program().locations().size(); ++location)
    image.emplace(bits.origin(location), location);
  const auto live = program::live_variables(bits.program());

  Dag mapped;
  for (const interpolation::DagNode& node : dag.nodes) {
    const auto location = image.find(integers.origin(node.location));
    const bool is_known = location != image.end();
    mapped.nodes.push_back({is_known ? live[location->second] : term::TermVector{},
                            bits.program().terms().mk_true(), is_known ? location->second : 0});
  }
  for (const interpolation::DagEdge& edge : dag.edges) {
    PENDULUM_CHECK(names.contains(edge.action),
                   "the actions of the unwinding should be edges of the program");
    const auto found = by_name.find(names.at(edge.action));
    if (found != by_name.end()) mapped.edges.push_back({edge.source, edge.target, found->second});
  }
  const std::vector<bool> is_useful = useful_nodes(mapped);
  Dag result;
  if (!is_useful[mapped.root()]) return result;
  PENDULUM_CHECK(is_useful[mapped.goal()], "a path from the root should reach the goal");
  std::vector<NodeId> renumbered(mapped.nodes.size());
  for (NodeId node = 0; node < mapped.nodes.size(); ++node) {
    if (!is_useful[node]) continue;
    renumbered[node] = static_cast<NodeId>(result.nodes.size());
    result.nodes.push_back(mapped.nodes[node]);
  }
  for (const interpolation::DagEdge& edge : mapped.edges)
    if (is_useful[edge.source] && is_useful[edge.target])
      result.edges.push_back({renumbered[edge.source], renumbered[edge.target], edge.action});
  return result;
}

std::optional<certificate::ErrorPath> find_execution(const Dag& dag, const PreparedProgram& bits, Env& env) {
  if (dag.nodes.empty()) return std::nullopt;
  const interpolation::DagCondition condition(env.terms, dag,
                                              interpolation::DagCondition::Encoding::Substituted);
  const auto solver = make_solver(SolverPurpose::Paths, bits.program(), env);
  for (const term::Term clause : condition.clauses()) solver->assert_term(clause);
  // Half of the time: if the query fails, the search over bit-vectors follows.
  solver->set_time_limit(base::Budget::share(env.stop, 1, 2, "bit-precise path").remaining());
  if (solver->check() != smt::SatResult::Sat) return std::nullopt;
  const interpolation::DagPath path = condition.path(solver->model(condition.model_symbols()));
  certificate::ErrorPath result;
  const Edge* first = bits.program().edges().data();
  for (const interpolation::DagPath::Step& step : path.steps) {
    const auto id = static_cast<std::size_t>(dag.edges[step.edge].action - first);
    PENDULUM_CHECK(id < bits.program().edges().size(),
                   "the actions of the DAG should be edges of the program");
    result.append(certificate::Step{static_cast<program::EdgeId>(id), step.inputs});
  }
  return result;
}

}  // namespace pendulum::engine
